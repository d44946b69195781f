import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { lanesTo } from './scenarios.ts';
import { nameOf } from './step.ts';
import { settled } from '#tests/support/settled.ts';
import { walk, type Missed } from './walk.ts';
import { openWorld } from './world.ts';

/** The states that the home page shows, and what their pictures are called there (src/features/site/Tour.tsx). */
const STOPS: Readonly<Record<string, string>> = { 'viewer-panel': 'prepare', 'study-open': 'look', 'studies-full': 'find' };
const QUALITY = 82;

/** Takes the pictures of the home page anew. All patients in them are made by code. */
export async function takeTour(folder: string): Promise<void> {
  const out = join(CHECKOUT, 'public/tour');
  await mkdir(out, { recursive: true });
  const wanted = Object.keys(STOPS);
  const world = await openWorld();
  const browsing = await launchBrowser({ userDataDir: join(folder, 'profile') });
  try {
    const missed: Missed[] = [];
    await walk(browsing.browser()!, world, lanesTo(wanted), {
      views: [{ size: 'wide', looks: ['dark', 'light'] }],
      isWanted: (step) => nameOf(step) in STOPS,
      async see({ page, step, look }) {
        await settled(page);
        const session = await page.context().newCDPSession(page);
        const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
        await session.detach();
        await writeFile(join(out, `${STOPS[nameOf(step)]}-${look}.webp`), Buffer.from(data, 'base64'));
      },
      miss: (one) => missed.push(one),
    });
    if (missed.length > 0) throw new Error(missed.map(({ name, why }) => `${name}: ${why}`).join('\n'));
  } finally {
    await browsing.close();
    await world.close();
  }
}
