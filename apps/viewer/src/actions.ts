// What controls can do besides changing settings. Implemented in main.ts.

import type { Placement } from "./protocol.js";

export interface Actions {
  seek(frame: number): void;
  /** Pauses and moves by a number of frames, which may be negative. */
  step(by: number): void;
  openFiles(files: readonly File[]): void;
  /** Downloads the present frame, or all frames, as a recording. */
  save(frames: "one" | "all"): void;
  /** Downloads what the 3-D view shows. */
  savePicture(): Promise<void>;
  /** Downloads some seconds of it. */
  saveFilm(): Promise<void>;
  /** Returns a link that restores the present state, and copies it to the clipboard if the browser allows it. */
  copyLink(): Promise<{ link: string; isCopied: boolean }>;
  /** Returns all bodies to the animation of the source. */
  reset(): void;
  /** Keeps the held body in one hand, so that the pointer can take another with the other hand; or lets it go. */
  keepHold(): void;
  /** Takes the next body, or the previous one, by keys. Resolves to its index; null if there is none to take. */
  chooseBody(by: 1 | -1): Promise<number | null>;
  /** Moves, turns or pulls the chosen body: steps to the right, up and towards the viewer. False if none is chosen. */
  moveChosen(steps: readonly [number, number, number]): boolean;
  letGoChosen(): boolean;
  /** Places several files of the visitor. */
  place(placement: Placement): void;
  /** Moves the camera so that everything is visible. */
  frameAll(): void;
  /** Orbits as a drag by so many pixels would; y points down. */
  orbit(dx: number, dy: number): void;
  /** Magnifies by a factor. */
  zoom(by: number): void;
  /** Starts the engine again with so many threads. */
  setThreads(count: number): void;
}
