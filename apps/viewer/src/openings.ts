// What was asked to be opened. The engine answers each in its turn, and it may be busy for long: several may wait.

import type { SourceChoice } from "./protocol.js";

export class Openings {
  #waiting: SourceChoice[] = [];
  #shown: SourceChoice | null = null;
  #turn = 0;

  /** Something has been chosen that must first be read; false once something else was chosen after it. */
  begin(): () => boolean {
    const turn = ++this.#turn;
    return () => turn === this.#turn;
  }

  /** The engine has been asked for it. */
  ask(source: SourceChoice): void {
    this.#turn++;
    this.#waiting.push(source);
  }

  /** Not everything has been answered. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** The one asked for first is there. */
  opened(): void {
    this.#shown = this.#waiting.shift() ?? this.#shown;
  }

  /** The one asked for first is broken; what was shown still is. */
  failed(): void {
    this.#waiting.shift();
  }

  /** What an engine that starts anew is to open; null where nothing was ever right. Nothing waits any more. */
  startAnew(): SourceChoice | null {
    const wanted = this.#waiting.at(-1) ?? this.#shown;
    this.#waiting = [];
    return wanted;
  }
}
