import { expect, it } from 'vitest';
import { ContenderTimes } from './contender-times.ts';
import { PAGE_NAMES, type BenchPages, type ContenderPage, type PageName } from './pages.ts';

/** Pages that draw nothing, and the names of those that were opened. */
function pagesOf(names: readonly PageName[]): BenchPages & { opened: PageName[] } {
  const opened: PageName[] = [];
  return {
    names,
    opened,
    with(name, measure) {
      opened.push(name);
      const call = async () => `what draws ${name}` as never;
      return measure({ name, call, callOwn: call });
    },
    dispose: async () => undefined,
  };
}

it('contenders take turns in every run, and one that failed is not tried again but named with its reason', async () => {
  const pages = pagesOf(PAGE_NAMES);
  const times = new ContenderTimes<'slice' | 'oblique'>(['Lightship', 'Cornerstone3D CPU', 'NiiVue']);
  let run = 0;
  const measure = async ({ name }: ContenderPage) => {
    if (name === 'Cornerstone3D CPU') throw new Error('No canvas\nat a line of its code');
    return name === 'Lightship' ? { slice: 10 + run, oblique: 20 } : { slice: 30 + run };
  };
  for (; run < 2; run += 1) await times.run(pages, 1000, measure);
  expect(pages.opened).toEqual(['Lightship', 'Cornerstone3D CPU', 'NiiVue', 'Lightship', 'NiiVue']);
  expect(times.own('slice')).toEqual({ runs: [10, 11], problem: null });
  expect(times.peers('slice')).toEqual([
    { name: 'Cornerstone3D CPU', renderer: '', problem: 'No canvas', runs: [] },
    { name: 'NiiVue', renderer: 'what draws NiiVue', problem: null, runs: [30, 31] },
  ]);
  // NiiVue turns no planes: it is not among those that could.
  expect(times.peers('oblique').map(({ name }) => name)).toEqual(['Cornerstone3D CPU']);
});

it('a contender that takes too long has that as its problem, and without peers there are only our times', async () => {
  const times = new ContenderTimes<'slice'>();
  await times.run(pagesOf(['Lightship']), 5, () => new Promise(() => undefined));
  expect(times.own('slice')).toEqual({ runs: [], problem: 'Lightship took longer than 0.005 s' });
  expect(times.peers('slice')).toEqual([]);
});
