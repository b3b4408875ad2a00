// The selected clip, and the frame, pair of parts and episode in it, each of which may be null. Views subscribe to changes.

export interface Selected {
  clip: number;
  frame: number | null;
  pair: string | null;
  /** Its number: two parts can meet in several regions of a frame. */
  episode: number | null;
}

export class Selection {
  private now: Selected;
  private readonly listeners: ((selected: Selected) => void)[] = [];

  constructor(clip: number) {
    this.now = { clip, frame: null, pair: null, episode: null };
  }

  get selected(): Selected {
    return this.now;
  }

  /** Without a clip: in the present one. */
  select(frame: number | null, pair: string | null = null, clip = this.now.clip, episode: number | null = null): void {
    const { now } = this;
    if (clip === now.clip && frame === now.frame && pair === now.pair && episode === now.episode) return;
    this.now = { clip, frame, pair, episode };
    for (const listener of this.listeners) listener(this.now);
  }

  /** Calls the listener now, and whenever the selection changes. */
  subscribe(listener: (selected: Selected) => void): void {
    this.listeners.push(listener);
    listener(this.now);
  }
}
