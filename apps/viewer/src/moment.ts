/** A time within a step as a frame number with two places, rounded down: the step after frame 41 ends with 41.99. */
export function moment(frame: number, time: number): string {
  return (frame + Math.min(99, Math.floor(100 * time)) / 100).toFixed(2);
}
