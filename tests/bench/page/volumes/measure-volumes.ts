import { median, type Measured, type Skipped } from '#tests/bench/gate.ts';
import { checkPicture } from './check-picture.ts';
import { ContenderTimes, OWN } from './contender-times.ts';
import { SURFACE, VOLUME } from './gates.ts';
import { PAGE_NAMES, type BenchPages, type ContenderPage } from './pages.ts';
import { SIDE, TURN, TURNS } from './scene.ts';
import type { Taken } from './taken.ts';
import { besideBest, withPages } from './with-pages.ts';

type Row = keyof typeof VOLUME;

/** Cornerstone3D draws no volumes by its CPU path. */
const CONTENDERS = PAGE_NAMES.filter((name) => name !== 'Cornerstone3D CPU');
/** One of the peers needs a minute for a picture without a graphics processor. */
const MOST_MS = 420_000;
/** Of turning: more pictures than one only if they come that fast. */
const TURNING_MS = 15_000;

/** A volume of 256 x 256 x 256, and the surface of a mask of 200 x 200 x 200: from the voxels to the first picture, and the pictures while it is turned. */
export async function measureVolumes(runs: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  return withPages(tempFolder, [...Object.values(VOLUME), ...Object.values(SURFACE)], async (pages, load) => {
    const times = new ContenderTimes<Row>(CONTENDERS);
    const surface: { first: number[]; turn: number[]; triangles: number } = { first: [], turn: [], triangles: 0 };
    for (let run = 0; run < runs; run += 1) {
      const own = await takeSurface(pages);
      surface.first.push(own.first);
      surface.turn.push(own.turn);
      surface.triangles = own.triangles;
      await times.run(pages, MOST_MS, takeVolume);
    }
    const of = `${SIDE} x ${SIDE}, ${load()}`;
    const note = `256 x 256 x 256, of which the page takes 6 million voxels where software draws, at ${of}`;
    const turns = `wish to painted, median of up to ${TURNS}`;
    return [
      besideBest(VOLUME.first, times, 'first', `voxels to picture; ${note}`),
      besideBest(
        VOLUME.turn,
        times,
        'turn',
        `${turns}; with at most 40,000 pixels, in coarser steps and without light where software draws; ${note}`,
      ),
      besideBest(
        VOLUME.rest,
        times,
        'rest',
        `${turns}; with at most 200,000 pixels and with light where software draws, and NiiVue with all and without; ${note}`,
      ),
      { ...SURFACE.first, runs: surface.first, note: `200 x 200 x 200, ${surface.triangles} triangles, mask to picture, ${of}` },
      { ...SURFACE.turn, runs: surface.turn, note: `median of ${TURNS}, at half the size where software draws, ${of}` },
    ];
  });
}

async function takeVolume(page: ContenderPage): Promise<Record<Row, number>> {
  const first = await page.call('openVolume');
  checkPicture(first, null, { inColour: false });
  const turn = await takeTurns(first, (angle) => page.call('turnVolume', angle, true));
  // The peers draw the same while it moves.
  const rest = page.name === OWN ? await takeTurns(first, (angle) => page.call('turnVolume', -angle, false)) : turn;
  return { first: first.ms, turn, rest };
}

async function takeSurface(pages: BenchPages): Promise<{ first: number; turn: number; triangles: number }> {
  return pages.with(OWN, async (page) => {
    const first = await page.callOwn('openSurface');
    checkPicture(first, null, { inColour: true });
    const turn = await takeTurns(first, (angle) => page.callOwn('turnSurface', angle));
    return { first: first.ms, turn, triangles: first.triangles };
  });
}

/** The first turn warms up, unless there is only time for one. */
async function takeTurns(first: Taken, turnTo: (angle: number) => Promise<Taken>): Promise<number> {
  const startedMs = performance.now();
  let before = first;
  const taken: number[] = [];
  for (let step = 1; step <= TURNS + 1; step += 1) {
    const one = await turnTo(step * TURN);
    checkPicture(one, before, { inColour: false });
    taken.push(one.ms);
    before = one;
    if (performance.now() - startedMs > TURNING_MS) break;
  }
  return median(taken.length === 1 ? taken : taken.slice(1));
}
