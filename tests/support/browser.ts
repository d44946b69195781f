import { spawn, type ChildProcess } from 'node:child_process';
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { killProcesses, runningProcesses } from '#commands/processes.ts';
import { chromiumPath } from '#commands/test-services/browser.ts';

export interface LaunchOptions {
  /** A folder that outlives the browser. Using it again means the same user on the same machine. */
  userDataDir: string;
  headless?: boolean;
  viewport?: { width: number; height: number };
  colorScheme?: 'dark' | 'light';
  hasTouch?: boolean;
  reducedMotion?: 'reduce';
  /** A program that starts Chromium with the given arguments, elsewhere or differently. */
  program?: string;
  flags?: readonly string[];
}

/** With DevTools attached: everything can be controlled, but the service worker is not stopped at its limits (see launchRawBrowser). */
export async function launchBrowser({
  userDataDir,
  headless = true,
  viewport,
  colorScheme,
  hasTouch = false,
  reducedMotion,
  program = chromiumPath(),
  flags = [],
}: LaunchOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(userDataDir, {
    executablePath: program,
    headless,
    args: [...QUIET, ...flags],
    env: withUtf8(),
    chromiumSandbox: !isRoot(),
    // The test runner handles Ctrl+C and ends the remaining processes.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    hasTouch,
    ...(viewport ? { viewport } : {}),
    ...(colorScheme ? { colorScheme } : {}),
    ...(reducedMotion ? { reducedMotion } : {}),
  });
  launched.add(context);
  context.once('close', () => launched.delete(context));
  return context;
}

const launched = new Set<BrowserContext>();

/** Of all browsers that this test file has launched and not closed. */
export function openPages(): Page[] {
  return [...launched].flatMap((context) => context.browser()?.contexts() ?? [context]).flatMap((context) => context.pages());
}

/**
 * Chromium reads file names in the encoding of the environment. If that is unset, as in a pipeline, it cannot open files with non-ASCII names: 29
 * of 32 dropped files were read.
 */
function withUtf8(): NodeJS.ProcessEnv {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') ? process.env : { ...process.env, LC_ALL: 'C.UTF-8' };
}

/**
 * Like a power failure: SIGKILL for the browser's main process, which ends its children. Closing the context instead would wait for a service
 * worker that is still sending (measured: 27.7 s of a 30 s handler).
 */
export async function killBrowser(userDataDir: string, context?: BrowserContext): Promise<void> {
  await killProcesses(await mainProcessesOf(userDataDir));
  // The context notices by itself. Errors from closing it after the browser is gone do not matter.
  await context?.close().catch(() => undefined);
  await killProcesses((await processesOf(userDataDir)).map(({ pid }) => pid));
}

/** SIGKILL for the process of this page only: its workers end with it, but the browser and other tabs continue. */
export async function killRenderer(page: Page): Promise<void> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const before = await rendererTimes(session);
  // Chromium does not report the process of a page, so it is found by keeping it busy.
  await page.evaluate(() => {
    const end = performance.now() + 500;
    while (performance.now() < end);
  });
  const after = await rendererTimes(session);
  const spent = ([pid, seconds]: [number, number]): number => seconds - (before.get(pid) ?? 0);
  const busiest = [...after].reduce((most, one) => (spent(one) > spent(most) ? one : most));
  await killProcesses([busiest[0]]);
}

/** Process id → seconds of processor time so far. */
async function rendererTimes(session: CDPSession): Promise<Map<number, number>> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
}

export interface RawBrowser {
  process: ChildProcess;
  kill(): Promise<void>;
}

/**
 * Without any DevTools client, as for a real user: only then does Chromium end a sync event after its three minutes. The page must report to the
 * test's server.
 */
export function launchRawBrowser(userDataDir: string, url: string): RawBrowser {
  const args = ['--headless', ...QUIET, ...(isRoot() ? ['--no-sandbox'] : []), `--user-data-dir=${userDataDir}`, url];
  const child = spawn(chromiumPath(), args, { stdio: 'ignore' });
  return { process: child, kill: () => killBrowser(userDataDir) };
}

/**
 * Chromium 156 prepares two pages for suggestions of its address bar with each window, which took a second of processor time. It obeys only the
 * last list, so those that Playwright gives come first.
 */
const WITHOUT_FEATURES = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

/** The flags that were used for measurements: no GPU, no QUIC, and no requests other than those of a test. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT_FEATURES.join(',')}`,
];

/** Chromium's sandbox refuses to run as root. Every other user keeps it. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function processesOf(userDataDir: string): Promise<{ pid: number; args: string[] }[]> {
  return (await runningProcesses()).filter(({ args }) => args.includes(`--user-data-dir=${userDataDir}`));
}

/** Every child process of Chromium has a type (`--type=renderer`, `--type=zygote`); the browser itself has none. */
async function mainProcessesOf(userDataDir: string): Promise<number[]> {
  const all = await processesOf(userDataDir);
  return all.filter(({ args }) => !args.some((word) => word.startsWith('--type='))).map(({ pid }) => pid);
}
