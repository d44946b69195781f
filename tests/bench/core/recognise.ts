import { confusionTable, judge, labelledSeries, PERTURBED, answerOf } from '#tests/real-data/recognition.ts';
import { realData } from '#tests/real-data/real-data.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { NO_REAL_IMAGES } from './ct-files.ts';

const RIGHT = { unit: '%', target: 95 } as const;
const WRONG = { gate: 'acquisitions, surely wrong', unit: 'series', target: 0 } as const;
const TIME = { gate: 'acquisitions of a study', unit: 'ms', target: 1000 } as const;
const STUDY = 'mr-prostate-siemens-skyra';

/** Series that are called what they are, with their headers as written and with their words changed; the table of what they are is acquisitions.ts. */
export async function measureRecognition(runs: number): Promise<(Measured | Skipped)[]> {
  const ways = Object.keys(PERTURBED).map((how) => ({ how, gate: `acquisitions, ${how}`, ...RIGHT }));
  if (realData === null) return [...ways, WRONG, TIME].map(({ gate, unit, target }) => ({ gate, unit, target, reason: NO_REAL_IMAGES }));
  const series = await labelledSeries(realData);
  const judged = ways.map(({ how, ...figure }) => ({ ...figure, ...judge(series, PERTURBED[how]!) }));
  const wrong = judged.flatMap(({ gate, confidentlyWrong }) => confidentlyWrong.map((one) => `${gate}: ${one}`));
  const none = series.filter(({ truth }) => truth === 'NONE');
  const withSlices = none.filter(({ facts }) => ['MR', 'CT', 'PT'].includes(facts.modalityCode)).length;
  const study = series.filter(({ set }) => set === STUDY);
  return [
    ...judged.map(({ gate, unit, target, right, asked, confusion }) => ({
      gate,
      unit,
      target,
      runs: [(right / asked) * 100],
      note: `${right} of ${asked}\n${confusionTable(confusion)}`,
    })),
    {
      ...WRONG,
      runs: [wrong.length],
      note: [`of ${none.length} that are none of them, ${withSlices} of these MR, CT or PET`, ...wrong].join('\n'),
    },
    {
      ...TIME,
      runs: Array.from({ length: runs }, () => msFor(() => study.map(({ facts }) => answerOf(facts)))),
      note: `${study.length} series of ${STUDY}, read before`,
    },
  ];
}

function msFor(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}
