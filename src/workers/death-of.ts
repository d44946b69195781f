/**
 * Rejects when the script of a worker cannot be loaded, or breaks, or a message cannot be read: it answers no call any more, and whoever waits for
 * one must be told.
 */
export function deathOf(worker: Pick<Worker, 'addEventListener'>, name: string): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', ({ error }) => reject(new Error(`The ${name} worker broke`, { cause: error })));
    worker.addEventListener('messageerror', () => reject(new Error(`The ${name} worker could not be understood`)));
  });
}
