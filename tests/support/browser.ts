import { spawn, type ChildProcess } from 'node:child_process';
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { killProcesses, runningProcesses } from '#commands/processes.ts';
import { chromiumPath } from './chromium.ts';

export interface LaunchOptions {
  /** A folder that outlives the browser: the same one again is the same person at the same machine. */
  userDataDir: string;
  headless?: boolean;
  viewport?: { width: number; height: number };
  colorScheme?: 'dark' | 'light';
  hasTouch?: boolean;
  reducedMotion?: 'reduce';
  /** A program that starts Chromium with the words that it is given, elsewhere or otherwise. */
  program?: string;
  flags?: readonly string[];
}

/** With DevTools attached: everything can be driven, but the service worker is not stopped at its limits (see launchRawBrowser). */
export function launchBrowser({
  userDataDir,
  headless = true,
  viewport,
  colorScheme,
  hasTouch = false,
  reducedMotion,
  program = chromiumPath(),
  flags = [],
}: LaunchOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(userDataDir, {
    executablePath: program,
    headless,
    args: [...QUIET, ...flags],
    env: withUtf8(),
    chromiumSandbox: !isRoot(),
    // Ctrl+C is answered by the test runner, which ends what is left.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    hasTouch,
    ...(viewport ? { viewport } : {}),
    ...(colorScheme ? { colorScheme } : {}),
    ...(reducedMotion ? { reducedMotion } : {}),
  });
}

/**
 * Chromium reads names of files in the encoding of the environment. Where that says nothing, as in a pipeline, it cannot open a file whose name is
 * not ASCII: of 32 that were dropped, 29 came.
 */
function withUtf8(): NodeJS.ProcessEnv {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '') ? process.env : { ...process.env, LC_ALL: 'C.UTF-8' };
}

/**
 * The power cut: SIGKILL of the browser's main process, which takes its children along. Closing the context instead would wait for a
 * service worker that is still sending (27.7 s of a 30 s handler were waited out).
 */
export async function killBrowser(userDataDir: string, context?: BrowserContext): Promise<void> {
  await killProcesses(await mainProcessesOf(userDataDir));
  // The context notices by itself; what its close reports about a browser that is gone is no news.
  await context?.close().catch(() => undefined);
  await killProcesses((await processesOf(userDataDir)).map(({ pid }) => pid));
}

/** SIGKILL of the process that runs this page, and of nothing else: its workers die with it, the browser and the other tabs live. */
export async function killRenderer(page: Page): Promise<void> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const before = await rendererTimes(session);
  // Chromium does not tell which process runs a page: it is the one that this keeps busy.
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
 * Without any DevTools client, as on a person's desk: only so does Chromium end a sync event after its three minutes. The page has to tell
 * the test's server what it sees.
 */
export function launchRawBrowser(userDataDir: string, url: string): RawBrowser {
  const args = ['--headless', ...QUIET, ...(isRoot() ? ['--no-sandbox'] : []), `--user-data-dir=${userDataDir}`, url];
  const child = spawn(chromiumPath(), args, { stdio: 'ignore' });
  return { process: child, kill: () => killBrowser(userDataDir) };
}

/** The flags that facts were measured with: no GPU, no QUIC, and no request that a test did not make. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium's sandbox refuses to run as root; every other user keeps it. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function processesOf(userDataDir: string): Promise<{ pid: number; args: string[] }[]> {
  return (await runningProcesses()).filter(({ args }) => args.includes(`--user-data-dir=${userDataDir}`));
}

/** Every child of Chromium says what it is (`--type=renderer`, `--type=zygote`); the browser itself does not. */
async function mainProcessesOf(userDataDir: string): Promise<number[]> {
  const all = await processesOf(userDataDir);
  return all.filter(({ args }) => !args.some((word) => word.startsWith('--type='))).map(({ pid }) => pid);
}
