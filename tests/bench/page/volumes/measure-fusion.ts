import { median, type Measured, type Skipped } from '#tests/bench/gate.ts';
import { checkPicture } from './check-picture.ts';
import { ContenderTimes } from './contender-times.ts';
import { FUSION } from './gates.ts';
import type { ContenderPage } from './pages.ts';
import { CT_SLICES, lookAt, LOOKS, SIDE } from './scene.ts';
import type { Taken } from './taken.ts';
import { besideBest, withPages } from './with-pages.ts';

type Row = keyof typeof FUSION;

const MOST_MS = 180_000;

/** A CT of 512 x 512 x 200 with a PET of 144 x 144 x 200 of another grid over it: from the wish for a plane to both of them painted. */
export async function measureFusion(runs: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  return withPages(tempFolder, Object.values(FUSION), async (pages, load) => {
    const times = new ContenderTimes<Row>();
    for (let run = 0; run < runs; run += 1) await times.run(pages, MOST_MS, takeFusion);
    const note = `wish to painted, median of ${LOOKS} looks, 512 x 512 x 200 and 144 x 144 x 200 at ${SIDE} x ${SIDE}, ${load()}`;
    return [
      besideBest(FUSION.slice, times, 'slice', note),
      besideBest(FUSION.oblique, times, 'oblique', `in full resolution; NiiVue turns no planes; ${note}`),
    ];
  });
}

async function takeFusion(page: ContenderPage): Promise<Partial<Record<Row, number>>> {
  await page.call('openFusion');
  const slice = await takeLooks(page, 'slice');
  return page.name === 'NiiVue' ? { slice } : { slice, oblique: await takeLooks(page, 'oblique') };
}

async function takeLooks(page: ContenderPage, kind: Row): Promise<number> {
  let before: Taken | null = null;
  const taken: number[] = [];
  for (let step = -1; step < LOOKS; step += 1) {
    const one: Taken = await page.call('showFused', lookAt(kind, step, CT_SLICES));
    if (step >= 0) {
      checkPicture(one, before, { inColour: true });
      taken.push(one.ms);
    }
    before = one;
  }
  return median(taken);
}
