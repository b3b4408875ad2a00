// Memory for arrays that go to the page and come back.

const LEAST_SIZE = 64;
const MOST_OF_A_SIZE = 4096;

/** Buffers in sizes of powers of two, so that arrays of any length fit into those that came back. */
export class Pool {
  readonly #free = new Map<number, ArrayBuffer[]>();

  #take(bytes: number): ArrayBuffer {
    const size = 2 ** Math.ceil(Math.log2(Math.max(bytes, LEAST_SIZE)));
    return this.#free.get(size)?.pop() ?? new ArrayBuffer(size);
  }

  floats(source: Float32Array): Float32Array<ArrayBuffer> {
    const copy = new Float32Array(this.#take(source.byteLength), 0, source.length);
    copy.set(source);
    return copy;
  }

  words(source: Uint32Array): Uint32Array<ArrayBuffer> {
    const copy = new Uint32Array(this.#take(source.byteLength), 0, source.length);
    copy.set(source);
    return copy;
  }

  bytes(source: Uint8Array): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(this.#take(source.byteLength), 0, source.length);
    copy.set(source);
    return copy;
  }

  /** Room to be written, with whatever is in it. */
  floatRoom(length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#take(4 * length), 0, length);
  }

  wordRoom(length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#take(4 * length), 0, length);
  }

  byteRoom(length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#take(length), 0, length);
  }

  giveBack(buffers: readonly ArrayBuffer[]): void {
    for (const buffer of buffers) {
      const size = buffer.byteLength;
      if (size < LEAST_SIZE || (size & (size - 1)) !== 0) continue; // not of this pool
      const free = this.#free.get(size) ?? [];
      if (free.length < MOST_OF_A_SIZE) free.push(buffer);
      this.#free.set(size, free);
    }
  }

  clear(): void {
    this.#free.clear();
  }
}

/** The buffers of the typed arrays in a message, each once: what is handed over with it. Small ones are copied. */
export function buffersOf(message: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer.byteLength >= LEAST_SIZE) found.add(value.buffer as ArrayBuffer);
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit(message);
  return [...found];
}
