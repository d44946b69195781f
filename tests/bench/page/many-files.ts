import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';

const [STUDIES, SERIES, SLICES] = [20, 5, 100] as const;
const SERIES_IN_ALL = STUDIES * SERIES;
/** given: no task over 50 ms. */
const TARGET_MS = 50;
const GATES = ['longest task: 10,000 files are read', 'longest task: their list is walked', 'longest task: they are sent'] as const;

/**
 * Twenty studies of 10,000 files are dropped, walked through and sent. Of each part the longest task of the page, in the time of its own
 * thread: what else the machine does with its cores is not the page's.
 */
export async function measureManyFiles(runs: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const chromium = findChromium();
  if (!chromium.ok) return GATES.map((gate) => ({ gate, unit: 'ms', target: TARGET_MS, reason: chromium.why }));
  const folder = join(tempFolder, 'studies');
  await writeStudies(folder);
  const server = await startTestServer({ people: true });
  const longest: number[][] = GATES.map(() => []);
  try {
    for (let run = 0; run < runs; run += 1) {
      const taken = await walkOnce(server, join(tempFolder, `profile-${run}`), folder);
      taken.forEach((ms, part) => longest[part]!.push(ms));
    }
  } finally {
    await server.dispose();
  }
  const note = `${STUDIES} studies, ${SERIES_IN_ALL} series, ${STUDIES * SERIES * SLICES} files; thread time`;
  return GATES.map((gate, part) => ({ gate, unit: 'ms', target: TARGET_MS, runs: longest[part]!, note }));
}

async function writeStudies(folder: string): Promise<void> {
  for (let seed = 1; seed <= STUDIES; seed += 1) {
    for (let seriesNumber = 1; seriesNumber <= SERIES; seriesNumber += 1) {
      const own = join(folder, `${seed}-${seriesNumber}`);
      await mkdir(own, { recursive: true });
      const study = {
        seed,
        patientName: `Bench^${seed}`,
        patientId: `BENCH-${seed}`,
        patientSex: 'O' as const,
        date: '20260102',
        time: '101500',
        description: 'Made by code',
      };
      const files = createPhantomSeries({
        body: seed % 2 === 0 ? 'head' : 'abdomen',
        plane: 'axial',
        slices: SLICES,
        matrix: 64,
        seriesNumber,
        seriesDescription: `bench ${seriesNumber}`,
        study,
        elements: () => [],
      });
      for (const { name, bytes } of files) await writeFile(join(own, name), bytes);
    }
  }
}

async function walkOnce(server: TestServer, profile: string, folder: string): Promise<number[]> {
  const context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
  try {
    const page = context.pages()[0]!;
    await signIn(page, server, DEMO.annotator);
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    await page.locator('[data-upload-state="ready"]').waitFor();
    const session = await context.newCDPSession(page);
    const longest: number[] = [];
    for (const part of [() => addAll(page, folder), () => walkList(page), () => sendAll(page)]) {
      longest.push(await longestTaskMs(session, part));
    }
    return longest;
  } finally {
    await killBrowser(profile, context);
  }
}

async function addAll(page: Page, folder: string): Promise<void> {
  await dropPaths(page, page.locator('body'), [folder]);
  await page.getByText(`${SERIES_IN_ALL} of ${SERIES_IN_ALL} series`).first().waitFor({ timeout: 0 });
  await page.getByText('You can close this tab').waitFor({ timeout: 0 });
}

async function walkList(page: Page): Promise<void> {
  await page.mouse.move(900, 500);
  for (let turn = 0; turn < 40; turn += 1) {
    await page.mouse.wheel(0, 600);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

async function sendAll(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await page.locator('[data-upload-state="converting"], [data-upload-state="finished"]').waitFor({ timeout: 0 });
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds that its thread had the processor. */
  tdur?: number;
  args: { name?: string };
}

/** Of the pages' main threads, while `act` runs. */
async function longestTaskMs(session: CDPSession, act: () => Promise<void>): Promise<number> {
  const longestByThread = new Map<string, number>();
  const pages = new Set<string>();
  const take = ({ value }: { value: object[] }): void => {
    for (const { name, ph, pid, tid, tdur = 0, args } of value as TraceEvent[]) {
      const thread = `${pid}:${tid}`;
      if (name === 'thread_name' && args.name === 'CrRendererMain') pages.add(thread);
      if (ph === 'X' && name.endsWith('RunTask')) longestByThread.set(thread, Math.max(tdur, longestByThread.get(thread) ?? 0));
    }
  };
  session.on('Tracing.dataCollected', take);
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] }, transferMode: 'ReportEvents' });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', take);
  return Math.max(0, ...[...pages].map((thread) => longestByThread.get(thread) ?? 0)) / 1000;
}
