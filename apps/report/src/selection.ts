// The selected frame and pair of parts, each of which may be null. Views subscribe to changes.

export interface Selected {
  frame: number | null;
  pair: string | null;
}

export class Selection {
  private now: Selected = { frame: null, pair: null };
  private readonly listeners: ((selected: Selected) => void)[] = [];

  get selected(): Selected {
    return this.now;
  }

  select(frame: number | null, pair: string | null = null): void {
    if (frame === this.now.frame && pair === this.now.pair) return;
    this.now = { frame, pair };
    for (const listener of this.listeners) listener(this.now);
  }

  /** Calls the listener now, and whenever the selection changes. */
  subscribe(listener: (selected: Selected) => void): void {
    this.listeners.push(listener);
    listener(this.now);
  }
}
