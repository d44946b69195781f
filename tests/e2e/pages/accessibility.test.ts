import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lanesTo, wantedBy } from '#tests/shots/scenarios.ts';
import { nameOf, viewsOf, type Step, type View } from '#tests/shots/step.ts';
import { walk, type Missed, type Sight } from '#tests/shots/walk.ts';
import { openWorld, type World } from '#tests/shots/world.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { ALL_RULES, COLOUR_RULES, sidewaysScrolling, SPACE_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { layoutFaults } from '#tests/e2e/support/layout.ts';

const VIEWS: readonly View[] = [
  { size: 'wide', looks: ['dark', 'light'] },
  { size: 'hospital', looks: ['dark'] },
  { size: 'phone', looks: ['dark'] },
  // In light the elements that only a phone has: those of the frame with each full page, and what is opened on a phone.
  { size: 'phone', looks: ['light'], isFor: ({ state, sizes }) => state === 'full' || sizes?.[0] === 'phone' },
  { size: 'zoomed', looks: ['dark'] },
];
/** States whose name begins so, separated by commas; all of them by default. */
const ONLY = (process.env['LIGHTSHIP_TEST_STATES'] ?? '').split(',').filter((word) => word !== '');
const IS_WANTED = wantedBy(ONLY);
const LANES = lanesTo(ONLY);
const STEPS = LANES.flat().flatMap(({ steps }) => steps.filter(IS_WANTED));

/** The states that `npm run shots` shows. Each is come to once; there the window is resized and enlarged, dark and light. */
describe('every state of every page, dark and light, wide, at 1280x720, on a phone and at 400 % [ROUTE-003, ROUTE-004, ROUTE-005, ROUTE-006, ROUTE-007, ROUTE-008, ROUTE-011, ROUTE-012, ROUTE-021, ROUTE-022, ROUTE-023, ROUTE-038, ROUTE-039, ROUTE-040, ROUTE-041, ROUTE-045, ROUTE-046, ROUTE-047, ROUTE-049, ROUTE-063, ROUTE-064, ROUTE-065, ROUTE-067, ROUTE-069, ROUTE-070, ROUTE-071, ROUTE-072, ROUTE-074, ROUTE-075, ROUTE-076, ROUTE-079, ROUTE-080, ROUTE-081, ROUTE-082, ROUTE-083, ROUTE-084, ROUTE-085, ROUTE-086, ROUTE-091, ROUTE-103, ROUTE-104, ROUTE-105, ROUTE-110, ROUTE-111]', () => {
  /** The walk goes on while the first states are told of: no time limit is that of the whole of it. */
  const reports = new Map(STEPS.map((step) => [nameOf(step), new Report(step)]));
  let world: World;
  let profile: string;
  let browsing: BrowserContext;
  let walking: Promise<void>;

  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
    [world, browsing] = await Promise.all([openWorld(), launchBrowser({ userDataDir: profile })]);
    walking = walkAll();
  });

  afterAll(async () => {
    await walking;
    await killBrowser(profile, browsing);
    await world.close();
    await rm(profile, { recursive: true, force: true });
  });

  async function walkAll(): Promise<void> {
    try {
      const see = async (sight: Sight): Promise<void> => reports.get(nameOf(sight.step))?.add(sight, await wrongIn(sight));
      const miss = ({ name, why, notTried }: Missed): void => {
        reports.get(name)?.end(`was not reached: ${why}`);
        // What could not be left was seen, so its own report is complete: the next one tells why.
        for (const [at, later] of notTried.entries())
          reports.get(later)?.end(`was not tried: ${name} was not reached${at === 0 ? `: ${why}` : ''}`);
      };
      await walk(browsing.browser()!, world, LANES, { views: VIEWS, isWanted: IS_WANTED, see, miss });
    } finally {
      for (const report of reports.values()) report.end('was not tried: the walk ended before it');
    }
  }

  it.for(STEPS.map(nameOf))('%s [UI-13]', async (name) => {
    expect(await reports.get(name)!.whole).toEqual([]);
  });
});

/** Light differs in colours only; a page at 400 % has the elements of a phone's, in less space; on the smallest desktop everything must still fit. */
async function wrongIn({ page, size, look }: Sight): Promise<string[]> {
  if (size === 'hospital') return layoutFaults(page);
  if (size === 'zoomed') return [...(await violationsOn(page, SPACE_RULES)), ...(await sidewaysScrolling(page))];
  return violationsOn(page, look === 'light' ? COLOUR_RULES : ALL_RULES);
}

/** What is wrong in one state, told once it was seen in every size and look in which it exists. */
class Report {
  readonly whole: Promise<string[]>;
  #resolve: (lines: string[]) => void;
  #lines: string[] = [];
  #toCome: number;

  constructor(step: Step) {
    ({ promise: this.whole, resolve: this.#resolve } = Promise.withResolvers<string[]>());
    this.#toCome = viewsOf(step, VIEWS).reduce((sum, { looks }) => sum + looks.length, 0);
  }

  add({ step, size, look }: Sight, wrong: readonly string[]): void {
    this.#lines.push(...wrong.map((words) => `${nameOf(step)}, ${size} ${look}: ${words}`));
    this.#toCome -= 1;
    if (this.#toCome === 0) this.#resolve(this.#lines);
  }

  /** Nothing comes any more. */
  end(why: string): void {
    this.#resolve([...this.#lines, why]);
  }
}
