// What the controls can ask for besides changing settings. The page (main.ts) does it.

export interface Actions {
  seek(frame: number): void;
  /** Frames, negative for back; pauses. */
  step(by: number): void;
  openFiles(files: readonly File[]): void;
  /** Offers the present frame as a recording. */
  save(): void;
  /** The address that restores what is seen now; also in the clipboard where the browser allows it. */
  copyLink(): Promise<string>;
  /** All bodies are again as the source has them. */
  reset(): void;
  /** The camera shows all. */
  frameAll(): void;
  /** As if the pointer had been dragged so many pixels; y goes down. */
  orbit(dx: number, dy: number): void;
  /** Times nearer; below 1 is farther. */
  zoom(by: number): void;
}
