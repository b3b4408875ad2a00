export type Vector = [x: number, y: number, z: number];

/** A unit quaternion. */
export type Rotation = [x: number, y: number, z: number, w: number];

/** Numbers such as coordinates. Integer arrays are refused: they are indices, or bytes of something else. */
export type Numbers = Float32Array | Float64Array | readonly number[];

/** Whole numbers such as vertices of triangles. */
export type Indices = Uint32Array | Int32Array | Uint16Array | Uint8Array | readonly number[];

/** The bytes of a file. Text is refused: read the file without an encoding, a response by `arrayBuffer()`. */
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;
