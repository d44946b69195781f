import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright';

/** Processes that run pages and their workers. Linux tells what they hold; elsewhere these figures break off. */
async function renderers(page: Page): Promise<number[]> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** MiB by which the page's process grows at its peak while something is done. */
export async function peakGrowthMib(page: Page, act: () => Promise<unknown>): Promise<number> {
  const pids = await renderers(page);
  const before = await Promise.all(pids.map(startPeak));
  await act();
  const after = await Promise.all(pids.map((pid) => kib(pid, 'VmHWM')));
  return Math.max(...after.map((peak, index) => peak - before[index]!)) / 1024;
}

/** MiB that all pages and workers of the browser hold now. */
export async function heldMib(page: Page): Promise<number> {
  const held = await Promise.all((await renderers(page)).map((pid) => kib(pid, 'VmRSS').catch(() => 0)));
  return held.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Forgets the peak so far (proc(5), clear_refs 5): it is then what the process holds now. */
async function startPeak(pid: number): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return kib(pid, 'VmHWM');
}

async function kib(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]);
}
