import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { createMeasuredStudy } from '#tests/support/measured-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { beginStroke, drag, isAllSent, isDrawn, makeSegment, openHalves } from '#tests/e2e/support/drawing.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

const SIZE = { width: 1440, height: 900 };

/** Read from top to bottom. */
describe('drawing on a machine that loses its network and its power', () => {
  let server: TestServer;
  let folder: Awaited<ReturnType<typeof createMeasuredStudy>>;
  const profiles: string[] = [];
  let context: BrowserContext;
  let page: Page;
  /** Of the first device, while the second is used. */
  let first: Page;
  let address: string;

  beforeAll(async () => {
    [server, folder] = await Promise.all([startTestServer({ people: true }), createMeasuredStudy()]);
    await start(await newProfile());
    await signIn(page, server, DEMO.annotator);
    const uuid = await uploadStudy(page, server, { path: folder.path, series: 2 });
    address = `${server.teamOrigin('north')}/annotator/case/${uuid}`;
    await openHalves(page, address);
    await makeSegment(page);
  });
  afterAll(async () => {
    await Promise.all(profiles.map((profile) => killBrowser(profile)));
    await Promise.all(profiles.map((profile) => rm(profile, { recursive: true, force: true })));
    await server.dispose();
    await folder.remove();
  });

  async function newProfile(): Promise<string> {
    const profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
    profiles.push(profile);
    return profile;
  }
  async function start(profile: string): Promise<void> {
    context = await launchBrowser({ userDataDir: profile, viewport: SIZE, reducedMotion: 'reduce' });
    page = context.pages()[0]!;
  }
  /** Opens the study again, at the slice that was drawn on. */
  async function openAgain(): Promise<void> {
    await openHalves(page, address);
    await page.getByRole('tab', { name: 'Segments' }).click();
    await page.getByRole('button', { name: 'Go to its middle' }).click();
    await page.keyboard.press('p');
  }

  it('keeps every finished stroke, and loses at most the one under the pen [MASK-70]', async () => {
    await context.setOffline(true);
    await drag(page, [20, 15], [40, 15]);
    await drag(page, [20, 50], [40, 50]);
    await page.getByText('2 strokes on this device').waitFor();
    await beginStroke(page, [20, 32], [40, 32]);
    await expect.poll(() => isDrawn(page, [30, 32])).toBe(true);
    await killBrowser(profiles[0]!, context);
    await start(profiles[0]!);
    await openAgain();
    await expect.poll(() => isDrawn(page, [30, 15])).toBe(true);
    await expect.poll(() => isDrawn(page, [30, 50])).toBe(true);
    expect(await isDrawn(page, [30, 32])).toBe(false);
  });

  it('sends them when the network is back, and another device shows the same [MASK-74, MASK-77]', async () => {
    await isAllSent(page);
    first = page;
    await start(await newProfile());
    await signIn(page, server, DEMO.annotator);
    await openAgain();
    await expect.poll(() => isDrawn(page, [30, 15])).toBe(true);
    await expect.poll(() => isDrawn(page, [30, 50])).toBe(true);
    expect(await isDrawn(page, [30, 32])).toBe(false);
  });

  it('shows what the other device draws, while both are open, and takes only its own back [MASK-76, MASK-79]', async () => {
    await drag(page, [20, 5], [40, 5]);
    await expect.poll(() => isDrawn(first, [30, 5])).toBe(true);
    await first.keyboard.press('Control+z');
    await expect.poll(() => isDrawn(page, [30, 50])).toBe(false);
    expect([await isDrawn(page, [30, 5]), await isDrawn(page, [30, 15])]).toEqual([true, true]);
  });
});
