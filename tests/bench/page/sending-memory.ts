import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { createBenchStudy } from '#tests/bench/bench-study.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { heldMib } from '#tests/bench/renderer-memory.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import { chooseFolder } from '#tests/support/drop.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

const GATE = { gate: 'memory while 2 GiB are sent', unit: 'MiB', target: 64 } as const;
/** Eight series of 128 slices of 2 MiB. */
const TWO_GIB = { series: 8, filesPerSeries: 128, paddingBytes: 2 * 1024 ** 2 };
const FROM = 0.25;

/** By how much the pages and workers of the browser grow at most between a quarter of an upload of 2 GiB and its end. */
export async function measureSendingMemory(runs: number, tempFolder: string): Promise<Measured | Skipped> {
  const chromium = findChromium();
  if (!chromium.ok) return { ...GATE, reason: chromium.why };
  if (process.platform !== 'linux') return { ...GATE, reason: 'only Linux tells what a process holds' };
  const { folder, bytes } = await createBenchStudy(join(tempFolder, 'study'), TWO_GIB);
  const growths: number[] = [];
  for (let run = 0; run < runs; run += 1) growths.push(await growthOfOne(folder, bytes, join(tempFolder, `profile-${run}`)));
  return {
    ...GATE,
    runs: growths,
    note: `${(bytes / 1024 ** 3).toFixed(2)} GiB in ${TWO_GIB.series * TWO_GIB.filesPerSeries} files; resident, all renderers`,
  };
}

async function growthOfOne(folder: string, bytes: number, profile: string): Promise<number> {
  const server = await startTestServer({ people: true });
  const context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
  try {
    const page = context.pages()[0]!;
    await signIn(page, server, DEMO.annotator);
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    await page.locator('[data-upload-state="ready"]').waitFor();
    await chooseFolder(page, page.getByRole('button', { name: 'Browse folder' }), folder);
    await page.getByText('You can close this tab').waitFor({ timeout: 0 });
    await page.keyboard.press('Control+Enter');
    let [atQuarter, most] = [0, 0];
    for (let share = 0; share < 1;) {
      share = receivedBytes(server) / bytes;
      const held = await heldMib(page);
      if (share < FROM) continue;
      if (atQuarter === 0) atQuarter = held;
      most = Math.max(most, held);
      await pause(250);
    }
    return most - atQuarter;
  } finally {
    await killBrowser(profile, context);
    await server.dispose();
  }
}

function receivedBytes({ dataDir }: TestServer): number {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  const bytes = db.prepare('select coalesce(sum(received), 0) from file').pluck().get() as number;
  db.close();
  return bytes;
}
