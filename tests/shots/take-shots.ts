import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { settled } from '#tests/support/settled.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { wantedBy } from './scenarios.ts';
import type { InLanguage } from './in-language.ts';
import { nameOf, type Scenario, type View } from './step.ts';
import { walk, type Missed } from './walk.ts';
import { openWorld } from './world.ts';

export const OUT = join(CHECKOUT, 'tests/shots/out');

interface ShotsOptions {
  only: readonly string[];
  lanes: readonly (readonly Scenario[])[];
  views: readonly View[];
  /** In place of English. */
  language: InLanguage | null;
  /** For the profile of the browser. */
  folder: string;
}

/** Pictures of another run that this one does not take again stay where nothing but some states was asked for. */
export async function takeShots({ only, lanes, views, language, folder }: ShotsOptions) {
  const startedMs = performance.now();
  if (only.length === 0) await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  const shots: Shot[] = [];
  const world = await openWorld();
  const browsing = await launchBrowser({ userDataDir: join(folder, 'profile') });
  const missed: Missed[] = [];
  try {
    await walk(browsing.browser()!, world, lanes, {
      views,
      isWanted: wantedBy(only),
      ...(language === null ? {} : { openInstead: language.open }),
      async see({ page, step, size, look }) {
        const file = `${nameOf(step)}-${look}-${size}.png`;
        await settled(page);
        await page.screenshot({ path: join(OUT, file), animations: 'disabled', caret: 'hide' });
        await language?.look(page, file);
        shots.push({ name: nameOf(step), size, look, file });
      },
      miss: (one) => missed.push(one),
    });
  } finally {
    await browsing.close();
    await world.close();
  }
  for (const { name, picture } of missed) if (picture !== null) await writeFile(join(OUT, `${name}-missed.png`), picture);
  // As in the table, whichever lane came first.
  const order = lanes.flat().flatMap(({ steps }) => steps.map(nameOf));
  shots.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  await writeFile(join(OUT, 'index.html'), contactSheet(shots, missed));
  return { shots: shots.length, missed, seconds: (performance.now() - startedMs) / 1000 };
}
