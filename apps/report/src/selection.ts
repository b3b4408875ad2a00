// What is looked at: a frame or none, and a pair of parts in it or none. Whoever shows it listens.

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

  /** Called at once, and whenever something else is selected. */
  watch(listener: (selected: Selected) => void): void {
    this.listeners.push(listener);
    listener(this.now);
  }
}
