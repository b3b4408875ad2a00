// How many threads the engine has.

export const THREAD_COUNTS: readonly number[] = [1, 2, 4];

/** What threads need: memory that workers share, which browsers allow to pages that are cross-origin isolated. */
export function canHaveThreads(): boolean {
  return globalThis.crossOriginIsolated === true && navigator.hardwareConcurrency > 1;
}

/** Those that the address asks for by `?threads=N`, or else as many as there are processors, at most four. */
export function threadCount(query: string, processors: number): number {
  const asked = Number(new URLSearchParams(query).get("threads"));
  if (THREAD_COUNTS.includes(asked)) return asked;
  return THREAD_COUNTS.findLast((count) => count <= processors) ?? 1;
}
