/** An error of the library, with its message. */
export class MoteError extends Error {
    override readonly name = 'MoteError';

    /** `kind` is the name of the result, such as "bad data". */
    constructor(
        readonly kind: string,
        message: string,
    ) {
        super(message);
    }
}
