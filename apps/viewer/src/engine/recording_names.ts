// The names of bodies in a recording: a chunk of kind "name" before the last chunk, which the library skips. Its contents are a
// JSON array of strings in UTF-8, one per body in the order of their indices. docs/recording.md has the format of chunks.

const FILE_HEADER = 12;
const CHUNK_HEADER = 12;
const CHECKSUM = 8;
/** The last chunk, "ends", holds one number. */
const LAST_CHUNK = CHUNK_HEADER + 8 + CHECKSUM;
const KIND = "name";
const MAX_NAMES_LENGTH = 1 << 20;

const WORD = 0xffff_ffff_ffff_ffffn;

function hashWord(hash: bigint, value: bigint): bigint {
  hash ^= value;
  hash = ((hash ^ (hash >> 32n)) * 0x9fb21c651e98df25n) & WORD;
  hash ^= hash >> 29n;
  hash = (hash * 0xd6e8feb86659fd93n) & WORD;
  return hash ^ (hash >> 32n);
}

/** The hash of src/core/hash.h. */
export function hashBytes(bytes: Uint8Array): bigint {
  const padded = new Uint8Array(8 * (Math.floor(bytes.length / 8) + 1));
  padded.set(bytes);
  const words = new DataView(padded.buffer);
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < padded.length; i += 8) hash = hashWord(hash, words.getBigUint64(i, true));
  return hashWord(hash, BigInt(bytes.length));
}

function chunk(kind: string, contents: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(CHUNK_HEADER + contents.length + CHECKSUM);
  bytes.set(new TextEncoder().encode(kind));
  const view = new DataView(bytes.buffer);
  view.setBigUint64(4, BigInt(contents.length), true);
  bytes.set(contents, CHUNK_HEADER);
  const end = CHUNK_HEADER + contents.length;
  view.setBigUint64(end, hashBytes(bytes.subarray(0, end)), true);
  return bytes;
}

/** A copy of a complete recording, with names. */
export function withNames(recording: Uint8Array, names: readonly string[]): Uint8Array<ArrayBuffer> {
  const added = chunk(KIND, new TextEncoder().encode(JSON.stringify(names)));
  const at = recording.length - LAST_CHUNK;
  const bytes = new Uint8Array(recording.length + added.length);
  bytes.set(recording.subarray(0, at));
  bytes.set(added, at);
  bytes.set(recording.subarray(at), at + added.length);
  return bytes;
}

/** The names in a recording; none if it has none, or what is there is not a list of names. */
export function namesIn(recording: Uint8Array): string[] {
  const view = new DataView(recording.buffer, recording.byteOffset, recording.byteLength);
  let at = FILE_HEADER;
  while (at + CHUNK_HEADER <= recording.length) {
    const kind = String.fromCharCode(...recording.subarray(at, at + 4));
    const length = Number(view.getBigUint64(at + 4, true));
    const end = at + CHUNK_HEADER + length;
    if (!(end + CHECKSUM <= recording.length)) return [];
    if (kind === KIND && length <= MAX_NAMES_LENGTH) return parse(recording.subarray(at + CHUNK_HEADER, end));
    at = end + CHECKSUM;
  }
  return [];
}

function parse(text: Uint8Array): string[] {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(text));
    return Array.isArray(value) && value.every((name) => typeof name === "string") ? value : [];
  } catch {
    return [];
  }
}
