import { setTimeout as pause } from 'node:timers/promises';

/** Polls until it is true. Rejects if that takes too long without faults. */
export async function until(isSo: () => Promise<boolean>, withinMs: number, otherwise: string | Error): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw otherwise instanceof Error ? otherwise : new Error(otherwise);
    await pause(50);
  }
}
