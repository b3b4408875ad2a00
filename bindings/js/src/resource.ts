/// <reference lib="esnext.disposable" preserve="true" />

/** What `dispose` and `using` free; the garbage collector does, at some time, if neither is used. */
export abstract class Resource implements Disposable {
    declare [Symbol.dispose]: () => void;

    abstract dispose(): void;

    static {
        // Not all runtimes have the symbol yet.
        if (Symbol.dispose)
            Resource.prototype[Symbol.dispose] = function (this: Resource) {
                this.dispose();
            };
    }
}
