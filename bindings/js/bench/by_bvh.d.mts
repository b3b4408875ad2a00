export function key(a: number, b: number): number;

export class ByBvh {
    constructor(modules: object, positions: readonly Float32Array[], faces: readonly Uint32Array[]);
    detect(positions: readonly Float32Array[] | null, offset?: readonly [number, number, number]): void;
    pairs(): number[];
}
