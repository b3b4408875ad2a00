// What can be seen in a picture of the stage.

import { decodePng } from "./png.mjs";

/** Colors by what they stand for: bodies are sand, slate blue and so on, what meets is red, the ground is grey. */
const isRed = (r, g, b) => r > 120 && r > 1.9 * g && r > 1.9 * b;
const isSand = (r, g, b) => r - b > 22 && g - b > 8 && !isRed(r, g, b);
const isBlue = (r, g, b) => b - r > 26 && b - r < 95 && g > r;
/** Bodies and what is drawn of them; the ground has hardly any color, and the page's own is stronger than theirs. */
const isPainted = (r, g, b) => Math.max(r, g, b) - Math.min(r, g, b) > 20 && b - r < 95;

export class Picture {
  constructor(png) {
    Object.assign(this, decodePng(png));
  }

  *pixels() {
    const { bytes, channels, width } = this;
    for (let i = 0, n = 0; i < bytes.length; i += channels, n++)
      yield [bytes[i], bytes[i + 1], bytes[i + 2], n % width, Math.floor(n / width)];
  }

  count(is) {
    let sum = 0;
    for (const [r, g, b] of this.pixels()) sum += Number(is(r, g, b));
    return sum;
  }

  get red() {
    return this.count(isRed);
  }

  /** How many pixels bodies have. */
  get painted() {
    return this.count(isPainted);
  }

  #places(is) {
    const places = [];
    for (const [r, g, b, x, y] of this.pixels()) if (is(r, g, b)) places.push([x, y]);
    return places;
  }

  /** A pixel well inside what has a color: the one of it that is nearest to its middle. */
  #middle(is) {
    const places = this.#places(is);
    if (places.length < 50) throw new Error(`only ${places.length} pixels of that color`);
    const mean = [0, 1].map((k) => places.reduce((sum, place) => sum + place[k], 0) / places.length);
    const far = ([x, y]) => Math.hypot(x - mean[0], y - mean[1]);
    const [x, y] = places.reduce((best, place) => (far(place) < far(best) ? place : best));
    return { x, y, pixels: places.length };
  }

  /** Of the first body. */
  get sand() {
    return this.#middle(isSand);
  }

  /** Of the second body. */
  get blue() {
    return this.#middle(isBlue);
  }

  /** Share of pixels that differ by more than a little. */
  differenceTo(other) {
    if (other.width !== this.width || other.height !== this.height) return 1;
    let different = 0;
    for (let i = 0; i < this.bytes.length; i += this.channels) {
      const gap = Math.max(...[0, 1, 2].map((k) => Math.abs(this.bytes[i + k] - other.bytes[i + k])));
      different += Number(gap > 12);
    }
    return different / (this.width * this.height);
  }
}
