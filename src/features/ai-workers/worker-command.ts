/** Starts the reference worker with a key in `worker.key` of the folder. */
export const workerCommand = (origin: string): string => `python3 -m lightship_worker serve --server ${origin} --key-file worker.key`;

/** The names that somebody typed, each once; null if one is none. */
export function parseEngines(text: string): string[] | null {
  const names = [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
  return names.length <= 32 && names.every((name) => /^[a-z0-9][a-z0-9.-]{0,63}$/.test(name)) ? names : null;
}
