// Pictures as the browser takes them: PNG of 8 bits a channel, without interlacing.

import { inflateSync } from "node:zlib";

const SIGNATURE_BYTES = 8;
const CHANNELS = { 2: 3, 6: 4 }; // by color type

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

function predict(filter, a, b, c) {
  return [0, a, b, (a + b) >> 1, filter === 4 ? paeth(a, b, c) : 0][filter];
}

function undoFilters(packed, height, stride, channels) {
  const bytes = new Uint8Array(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (stride + 1)];
    const from = y * (stride + 1) + 1;
    const row = y * stride;
    for (let x = 0; x < stride; x++) {
      const a = x >= channels ? bytes[row + x - channels] : 0;
      const b = y > 0 ? bytes[row - stride + x] : 0;
      const c = x >= channels && y > 0 ? bytes[row - stride + x - channels] : 0;
      bytes[row + x] = packed[from + x] + (filter === 0 ? 0 : predict(filter, a, b, c));
    }
  }
  return bytes;
}

/** { width, height, channels, bytes }, row by row from the top. */
export function decodePng(file) {
  let head;
  const data = [];
  for (let at = SIGNATURE_BYTES; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    const chunk = file.subarray(at + 8, at + 8 + length);
    if (name === "IHDR") head = chunk;
    if (name === "IDAT") data.push(chunk);
    at += length + 12;
  }
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = CHANNELS[head[9]];
  if (head[8] !== 8 || !channels || head[12] !== 0) throw new Error("a PNG of another kind");
  return { width, height, channels, bytes: undoFilters(inflateSync(Buffer.concat(data)), height, width * channels, channels) };
}
