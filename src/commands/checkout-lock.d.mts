/** Runs `work` while this process alone holds `file`; waits for a living owner, takes over from a dead one. */
export function withCheckoutLock<T>(file: string, work: () => Promise<T>): Promise<T>;
