/** The names of the results of the library. */
export type ErrorKind =
    | 'bad argument' | 'bad data' | 'out of memory' | 'limit exceeded' | 'stale id' | 'refused'
    | 'input or output failed' | 'not allowed now';

/** An error of the library, with its message. */
export class MoteError extends Error {
    override readonly name = 'MoteError';

    /** `kind` is the name of the result, such as "bad data". */
    constructor(
        readonly kind: ErrorKind,
        message: string,
    ) {
        super(message);
    }
}
