// Divides the canvas between lanes.

/** In CSS pixels; y points down. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Side by side, or stacked if the canvas is higher than wide. */
export function laneViewports(width: number, height: number, lanes: number): Rectangle[] {
  const across = width >= height;
  return Array.from({ length: lanes }, (_, i) =>
    across
      ? { x: (i * width) / lanes, y: 0, width: width / lanes, height }
      : { x: 0, y: (i * height) / lanes, width, height: height / lanes },
  );
}

export function contains(area: Rectangle, { x, y }: Point): boolean {
  return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
}
