import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { realDataFolder } from '#commands/real-data-folder.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';

const GATE = 'drop to last thumbnail';
/** A whole MR study of the prostate as a scanner writes it: seven series in folders, 164 images, 25 MB. */
const SET = 'mr-prostate-siemens-skyra';
const FOLDER = 'ProstateX-0000';

/** The folder is let go over the page of a signed-in person; every series shows its picture. A new profile and a warm server each time. */
export async function measureDrop(runs: number, tempFolder: string): Promise<Measured | Skipped> {
  const skipped = (reason: string): Skipped => ({ gate: GATE, unit: 's', target: null, reason });
  const data = realDataFolder();
  if (data === null) return skipped('no real images here (LIGHTSHIP_TEST_DATA names their folder)');
  const chromium = findChromium();
  if (!chromium.ok) return skipped(chromium.why);

  const series = await seriesCountOf(data);
  const server = await startTestServer({ people: true });
  try {
    const drop: number[] = [];
    const bareRead: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const profile = join(tempFolder, `profile-${run}`);
      const taken = await dropOnce(server, profile, join(data, SET, FOLDER), series);
      drop.push(taken.dropSeconds);
      bareRead.push(taken.bareReadSeconds);
    }
    return {
      gate: GATE,
      unit: 's',
      target: null,
      runs: drop,
      peer: { name: 'bare read of the files', runs: bareRead },
      note: `${SET}: ${series} series dropped as a folder, until the last canvas is drawn`,
    };
  } finally {
    await server.dispose();
  }
}

async function seriesCountOf(data: string): Promise<number> {
  const manifest = JSON.parse(await readFile(join(data, 'manifest.json'), 'utf8')) as { sets: Record<string, { seriesCount: number }> };
  return manifest.sets[SET]!.seriesCount;
}

async function dropOnce(
  server: TestServer,
  profile: string,
  folder: string,
  series: number,
): Promise<{ dropSeconds: number; bareReadSeconds: number }> {
  const context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
  try {
    const page = context.pages()[0]!;
    await signIn(page, server, DEMO.annotator);
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    await page.locator('[data-upload-state="ready"]').waitFor();
    const bareReadSeconds = await readBare(page, folder);
    const drawn = page.evaluate(secondsFromDropToDrawn, series);
    await dropPaths(page, page.locator('body'), [folder]);
    return { dropSeconds: await drawn, bareReadSeconds };
  } finally {
    await killBrowser(profile, context);
  }
}

/** What no way of showing the files can beat: the same bytes through an input that nobody listens to. */
async function readBare(page: Page, folder: string): Promise<number> {
  const input = await page.evaluateHandle(() => {
    const made = document.createElement('input');
    made.type = 'file';
    made.webkitdirectory = true;
    return made;
  });
  await input.setInputFiles(folder);
  return input.evaluate(async (made) => {
    const startedMs = performance.now();
    for (const file of (made as HTMLInputElement).files ?? []) await file.arrayBuffer();
    return (performance.now() - startedMs) / 1000;
  });
}

/** In the page: counts from the event itself to the frame in which the last series has its picture. */
function secondsFromDropToDrawn(series: number): Promise<number> {
  return new Promise((resolve) => {
    let droppedMs = 0;
    addEventListener('drop', () => (droppedMs = performance.now()), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      const rows = [...document.querySelectorAll('[data-series]')];
      if (droppedMs === 0 || rows.length < series) return;
      if (!rows.every((row) => row.querySelector('canvas[data-thumbnail="drawn"]') !== null)) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve((performance.now() - droppedMs) / 1000));
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-thumbnail', 'data-series'],
    });
  });
}
