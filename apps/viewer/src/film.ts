// Pictures and films of the canvas of the 3-D view.

const FILM_MS = 5000;
const FRAMES_PER_SECOND = 30;
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

export function canFilm(): boolean {
  return typeof MediaRecorder !== "undefined" && TYPES.some((type) => MediaRecorder.isTypeSupported(type));
}

/** Some seconds of what the canvas shows, as WebM. */
export async function film(canvas: HTMLCanvasElement): Promise<Blob> {
  const type = TYPES.find((each) => MediaRecorder.isTypeSupported(each))!;
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), { mimeType: type, videoBitsPerSecond: 8e6 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  await new Promise((resolve) => setTimeout(resolve, FILM_MS));
  recorder.stop();
  await stopped;
  for (const track of recorder.stream.getTracks()) track.stop();
  return new Blob(parts, { type: "video/webm" });
}

/** The canvas must have been drawn in this task. */
export function picture(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
