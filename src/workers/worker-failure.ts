/**
 * Rejects if the script of a worker cannot be loaded, if it crashes, or if a message cannot be read. It then answers no more calls, so waiting
 * callers must be told.
 */
export function workerFailure(worker: Pick<Worker, 'addEventListener'>, name: string): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', ({ error }) => reject(new Error(`The ${name} worker broke`, { cause: error })));
    worker.addEventListener('messageerror', () => reject(new Error(`The ${name} worker could not be understood`)));
  });
}
