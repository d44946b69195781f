import { resolve } from 'node:path';
import { loadConfig, type Config } from '#server/config/load-config.ts';
import { createProgress, type Progress } from '#server/backup/progress.ts';
import { failureText } from '#server/backup/refusal.ts';

/** Runs a command that copies the installation of the settings in the environment, and prints what it returns. The exit code is 0 or 1. */
export async function runOnInstallation(work: (settings: Config, progress: Progress) => Promise<readonly string[]>): Promise<void> {
  const loaded = loadConfig(process.env, []);
  if (!loaded.ok) return refuse(loaded.line);
  const isTerminal = process.stderr.isTTY;
  const progress = createProgress({ write: (text) => void process.stderr.write(text), now: () => Date.now(), isTerminal });
  try {
    for (const line of await work(loaded.value, progress)) console.log(line);
  } catch (error) {
    if (isTerminal) process.stderr.write('\n');
    refuse(failureText(error));
  }
}

export function refuse(line: string): void {
  console.error(line);
  process.exitCode = 1;
}

/** npm runs a script in the folder of the package, so relative paths are resolved from the folder of the caller. */
export function fromCaller(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}
