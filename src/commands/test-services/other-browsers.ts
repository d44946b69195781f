import { webkit, type BrowserType } from 'playwright';
import { aptTry } from './apt.ts';
import { onPath, running } from './browser.ts';
import { thisMachine, type Machine } from './machine.ts';
import { firstOf, type Try } from './tries.ts';

/** Ubuntu's `firefox` may be a snap, which cannot open a profile of the tests. */
const FIREFOX_NAMES = ['firefox-esr', 'firefox'];

/** Names the Firefox of the tests, or is empty if there is none. */
const FIREFOX_SETTING = 'TEST_FIREFOX';

/** Without a download. */
export function findFirefox(machine: Machine = thisMachine()): string | null {
  const path = process.env[FIREFOX_SETTING] ?? onPath(machine, FIREFOX_NAMES);
  return path === '' ? null : path;
}

/** The build of Playwright, if it has been downloaded. */
export function findDownloaded(browser: BrowserType, machine: Machine = thisMachine()): string | null {
  const path = browser.executablePath();
  return machine.exists(path) ? path : null;
}

/** For the processes that this one starts. A line for each browser whose tests are skipped. */
export async function getOtherBrowsers(machine: Machine, say: (line: string) => void = console.log): Promise<string[]> {
  const firefox = await firstOf('Firefox', firefoxTries(machine, process.env[FIREFOX_SETTING] || null), say);
  process.env[FIREFOX_SETTING] = firefox.ok ? firefox.value : '';
  return [
    ...(firefox.ok ? [] : [`No Firefox, its tests were skipped: install the package firefox-esr, or set ${FIREFOX_SETTING}`]),
    ...(findDownloaded(webkit, machine) === null ? ['No WebKit, its test was skipped: run npx playwright install webkit'] : []),
  ];
}

export function firefoxTries(machine: Machine, named: string | null): Try<string>[] {
  if (named !== null) return [{ from: `${FIREFOX_SETTING}=${named}`, get: () => running(machine, named) }];
  const look = () => running(machine, onPath(machine, FIREFOX_NAMES));
  return [{ from: 'on PATH', get: look }, aptTry(machine, ['firefox-esr'], look)];
}
