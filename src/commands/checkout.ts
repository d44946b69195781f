import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of this repository. */
export const CHECKOUT: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** A tool of the installed packages by its own path, because PATH may have another version or none. */
export function toolPath(name: string): string {
  return join(CHECKOUT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/** The tools are scripts that look up `node` in PATH, so the Node that runs us must come first, as with npm. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [join(CHECKOUT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter) };
}
