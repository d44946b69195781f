import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that this file's repository lies in. */
export const CHECKOUT: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** A tool of the installed packages, by its own path: PATH may name another version, or none. */
export function toolPath(name: string): string {
  return join(CHECKOUT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/** The tools are scripts that ask PATH for `node`: the one that runs us must be found first, as npm has it. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [join(CHECKOUT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter) };
}
