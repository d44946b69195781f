import { readFile, writeFile } from 'node:fs/promises';
import type { OpenCorePage } from './open-core-page.ts';

/** MiB by which the page's process grows at its peak while something is done. Linux tells it; elsewhere the figure breaks off. */
export async function peakGrowth({ page }: Pick<OpenCorePage, 'page'>, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const before = await Promise.all(pids.map(startPeak));
  await act();
  const after = await Promise.all(pids.map(peakKiB));
  return Math.max(...after.map((peak, index) => peak - before[index]!)) / 1024;
}

/** Forgets the peak so far (proc(5), clear_refs 5): it is then what the process holds now. */
async function startPeak(pid: number): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return peakKiB(pid);
}

async function peakKiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)![1]);
}
