/** What the library refused, in its own words. */
export class MoteError extends Error {
    override readonly name = 'MoteError';

    /** `kind` is the short name of the result, such as "bad data"; the message names the thing and the place. */
    constructor(
        readonly kind: string,
        message: string,
    ) {
        super(message);
    }
}
