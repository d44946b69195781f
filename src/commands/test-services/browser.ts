import { chromium as playwrightChromium } from 'playwright';
import { toolPath } from '#commands/checkout.ts';
import { aptTry } from './apt.ts';
import { thisMachine, type Machine } from './machine.ts';
import { firstOf, type Found, type Try } from './tries.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of the browser for the tests, set for child processes by the command that has found it. */
const SETTING = 'TEST_CHROMIUM';

const HELP = 'No Chromium for the browser tests: install the package chromium, or run: npx playwright install chromium';

/** Without a download. A browser of the machine comes first, because it is already there and kept up to date. */
export function findChromium(machine: Machine = thisMachine(), downloaded = playwrightChromium.executablePath()): Found<string> {
  const path = process.env[SETTING] ?? onPath(machine, NAMES) ?? (machine.exists(downloaded) ? downloaded : null);
  return path === null ? { ok: false, why: HELP } : { ok: true, value: path };
}

export function chromiumPath(): string {
  const found = findChromium();
  if (!found.ok) throw new Error(found.why);
  return found.value;
}

/** Runs before a command that needs a browser: finds one that works, or installs one. Its messages go to the terminal. */
export async function getChromium(machine: Machine = thisMachine(), say: (line: string) => void = console.log): Promise<Found<string>> {
  const found = await firstOf('Browser', browserTries(machine, playwrightChromium.executablePath(), process.env[SETTING] ?? null), say);
  if (!found.ok) return { ok: false, why: HELP };
  process.env[SETTING] = found.value;
  return found;
}

/** For a command that cannot run without one. */
export async function needChromium(): Promise<void> {
  const found = await getChromium();
  if (!found.ok) throw new Error(found.why);
}

export function browserTries(machine: Machine, downloaded: string, named: string | null): Try<string>[] {
  if (named !== null) return [{ from: `${SETTING}=${named}`, get: () => running(machine, named) }];
  return [
    { from: 'on PATH', get: () => running(machine, onPath(machine, NAMES)) },
    { from: "in Playwright's cache", get: () => running(machine, machine.exists(downloaded) ? downloaded : null) },
    playwrightTry(machine, downloaded),
    aptTry(machine, ['chromium'], () => running(machine, onPath(machine, NAMES))),
  ];
}

function playwrightTry(machine: Machine, downloaded: string): Try<string> {
  // On Linux, installing libraries needs root, and Playwright would ask for a password.
  const withLibraries = machine.isRoot || !machine.isLinux ? ['--with-deps'] : [];
  const args = ['install', ...withLibraries, '--no-shell', 'chromium'];
  return {
    from: `playwright ${args.join(' ')}`,
    slow: true,
    async get() {
      const installed = await machine.run(toolPath('playwright'), args);
      return installed.ok ? running(machine, downloaded) : installed;
    },
  };
}

/** Names come before folders: a `chromium` at the end of PATH is preferred to a `google-chrome` at its start. */
export function onPath(machine: Machine, names: readonly string[]): string | null {
  return names.map((name) => machine.onPath(name)).find((file) => file !== null) ?? null;
}

/** The file is not enough: libraries may be missing, and Ubuntu's `chromium-browser` only prints what to install. */
export async function running(machine: Machine, path: string | null): Promise<Found<string>> {
  if (path === null) return { ok: false, why: 'none there' };
  const version = await machine.run(path, ['--version']);
  return version.ok ? { ok: true, value: path } : { ok: false, why: `${path} does not run: ${version.why}` };
}
