/** Runs `work` while only this process holds `file`. Waits for a living owner, takes over from a dead one. */
export function withCheckoutLock<T>(file: string, work: () => Promise<T>): Promise<T>;
