// Requests to open a source. The engine answers them in order, and several may be pending while it is busy.

import type { SourceChoice } from "./protocol.js";

export class OpenRequests {
  #pending: SourceChoice[] = [];
  #shown: SourceChoice | null = null;
  #turn = 0;

  /** Files are being read. Returns a function that tells whether nothing else was chosen since. */
  startReading(): () => boolean {
    const turn = ++this.#turn;
    return () => turn === this.#turn;
  }

  /** The request was sent to the engine. */
  sent(source: SourceChoice): void {
    this.#turn++;
    this.#pending.push(source);
  }

  get isPending(): boolean {
    return this.#pending.length > 0;
  }

  /** What was opened last. */
  get shown(): SourceChoice | null {
    return this.#shown;
  }

  /** The oldest pending request has succeeded. */
  opened(): void {
    this.#shown = this.#pending.shift() ?? this.#shown;
  }

  /** The oldest pending request has failed; the engine still shows what it showed before. */
  failed(): void {
    this.#pending.shift();
  }

  /** Clears all requests. Returns the source that a restarted engine must open, or null if none was ever opened. */
  restart(): SourceChoice | null {
    const source = this.#pending.at(-1) ?? this.#shown;
    this.#pending = [];
    return source;
  }
}
