// Reuses the buffers of arrays that are transferred to the page and come back.

const MIN_SIZE = 64;
const MAX_BUFFERS_PER_SIZE = 4096;

/** Buffer sizes are powers of two, so that returned buffers fit arrays of any length. */
export class BufferPool {
  readonly #free = new Map<number, ArrayBuffer[]>();

  #take(bytes: number): ArrayBuffer {
    const size = 2 ** Math.ceil(Math.log2(Math.max(bytes, MIN_SIZE)));
    return this.#free.get(size)?.pop() ?? new ArrayBuffer(size);
  }

  copyFloats(source: Float32Array): Float32Array<ArrayBuffer> {
    const copy = new Float32Array(this.#take(source.byteLength), 0, source.length);
    copy.set(source);
    return copy;
  }

  copyWords(source: Uint32Array): Uint32Array<ArrayBuffer> {
    const copy = new Uint32Array(this.#take(source.byteLength), 0, source.length);
    copy.set(source);
    return copy;
  }

  copyBytes(source: Uint8Array): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(this.#take(source.byteLength), 0, source.length);
    copy.set(source);
    return copy;
  }

  /** Uninitialized arrays, to be written by the caller. */
  newFloats(length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#take(4 * length), 0, length);
  }

  newWords(length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#take(4 * length), 0, length);
  }

  newBytes(length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#take(length), 0, length);
  }

  recycle(buffers: readonly ArrayBuffer[]): void {
    for (const buffer of buffers) {
      const size = buffer.byteLength;
      if (size < MIN_SIZE || (size & (size - 1)) !== 0) continue; // not from this pool
      const free = this.#free.get(size) ?? [];
      if (free.length < MAX_BUFFERS_PER_SIZE) free.push(buffer);
      this.#free.set(size, free);
    }
  }

  clear(): void {
    this.#free.clear();
  }
}

/** The buffers of all typed arrays in a message, each once, to be transferred with it. Small ones are copied instead. */
export function transferablesOf(message: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer.byteLength >= MIN_SIZE) found.add(value.buffer as ArrayBuffer);
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  visit(message);
  return [...found];
}
