// The selected clip, and the frame and pair of parts in it, each of which may be null. Views subscribe to changes.

export interface Selected {
  clip: number;
  frame: number | null;
  pair: string | null;
}

export class Selection {
  private now: Selected;
  private readonly listeners: ((selected: Selected) => void)[] = [];

  constructor(clip: number) {
    this.now = { clip, frame: null, pair: null };
  }

  get selected(): Selected {
    return this.now;
  }

  /** Without a clip: in the present one. */
  select(frame: number | null, pair: string | null = null, clip = this.now.clip): void {
    if (clip === this.now.clip && frame === this.now.frame && pair === this.now.pair) return;
    this.now = { clip, frame, pair };
    for (const listener of this.listeners) listener(this.now);
  }

  /** Calls the listener now, and whenever the selection changes. */
  subscribe(listener: (selected: Selected) => void): void {
    this.listeners.push(listener);
    listener(this.now);
  }
}
