// The WASI functions that the modules import. There are no files to open; text goes to the console, time comes from
// the browser or node.

const SUCCESS = 0;
const BAD_FILE = 8;
const NO_ENTRY = 44;
const SEEK_ON_PIPE = 70;
const MONOTONIC_CLOCK = 1;
const STDERR = 2;

/** `clockOffset` is added to the monotonic clock, in milliseconds: threads have one origin of time. */
export function wasiImports(memory: () => WebAssembly.Memory, clockOffset = 0): WebAssembly.ModuleImports {
    const pending = ['', '', ''];

    function write(file: number, text: string): void {
        const lines = (pending[file] + text).split('\n');
        pending[file] = lines.pop() ?? '';
        for (const line of lines) (file === STDERR ? console.error : console.log)(line);
    }

    return {
        clock_time_get(clock: number, _precision: bigint, out: number): number {
            const milliseconds = clock === MONOTONIC_CLOCK ? performance.now() + clockOffset : Date.now();
            new DataView(memory().buffer).setBigUint64(out, BigInt(Math.round(milliseconds * 1e6)), true);
            return SUCCESS;
        },

        fd_write(file: number, vectors: number, count: number, out: number): number {
            if (file < 1 || file > STDERR) return BAD_FILE;
            const view = new DataView(memory().buffer);
            let written = 0;
            for (let i = 0; i < count; i++) {
                const start = view.getUint32(vectors + 8 * i, true);
                const size = view.getUint32(vectors + 8 * i + 4, true);
                write(file, new TextDecoder().decode(new Uint8Array(view.buffer, start, size).slice()));
                written += size;
            }
            view.setUint32(out, written, true);
            return SUCCESS;
        },

        fd_seek: () => SEEK_ON_PIPE,
        fd_close: () => BAD_FILE,
        fd_read: () => BAD_FILE,
        fd_fdstat_get: () => BAD_FILE,
        fd_fdstat_set_flags: () => BAD_FILE,
        fd_filestat_get: () => BAD_FILE,
        fd_prestat_get: () => BAD_FILE, // no folder is open
        fd_prestat_dir_name: () => BAD_FILE,
        path_open: () => NO_ENTRY,
        path_filestat_get: () => NO_ENTRY,
        proc_exit(code: number): never {
            throw new Error(`the module ended with code ${code}`);
        },
    };
}
