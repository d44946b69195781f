import {
  answerOf,
  CONFIDENT,
  confusionTable,
  emptyConfusion,
  judge,
  labelledSeries,
  PERTURBED,
  type Labelled,
} from '#tests/real-data/recognition.ts';
import { combinedWithServer, pictureAnswers, withoutHeader } from '#tests/real-data/pictures.ts';
import { realData } from '#tests/real-data/real-data.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { NO_REAL_IMAGES } from './ct-files.ts';

const RIGHT = { unit: '%', target: 95 } as const;
const WRONG = { gate: 'acquisitions, surely wrong', unit: 'series', target: 0 } as const;
const TIME = { gate: 'acquisitions of a study', unit: 'ms', target: 1000 } as const;
const PICTURE = { gate: 'acquisitions, pictures surely wrong', unit: 'series', target: 0 } as const;
const SAME = { gate: 'acquisitions, changed by a server', unit: 'series', target: 0 } as const;
const STUDY = 'mr-prostate-siemens-skyra';

/** Series that are called what they are, with their headers as written and with their words changed; the table of what they are is acquisitions.ts. */
export async function measureRecognition(runs: number): Promise<(Measured | Skipped)[]> {
  const ways = Object.keys(PERTURBED).map((how) => ({ how, gate: `acquisitions, ${how}`, ...RIGHT }));
  if (realData === null)
    return [...ways, WRONG, PICTURE, SAME, TIME].map(({ gate, unit, target }) => ({ gate, unit, target, reason: NO_REAL_IMAGES }));
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
    ...(await measurePictures(series)),
    {
      ...TIME,
      runs: Array.from({ length: runs }, () => msFor(() => study.map(({ facts }) => answerOf(facts)))),
      note: `${study.length} series of ${STUDY}, read before`,
    },
  ];
}

/** Of a server without a model: what pictures are taken for, with and without a header, and what that changes where there is one. */
async function measurePictures(series: readonly Labelled[]): Promise<Measured[]> {
  const pictures = await pictureAnswers(series);
  const alone = emptyConfusion();
  const withoutHeaders = emptyConfusion();
  const combined = emptyConfusion();
  const [surelyWrong, changed]: [string[], string[]] = [[], []];
  for (const [{ truth, set, words, facts }, answer] of pictures) {
    if (answer) alone[truth][answer.code] += 1;
    if (answer && answer.code !== truth && answer.score >= CONFIDENT) surelyWrong.push(`${set}: ${words} is called ${answer.code}`);
    withoutHeaders[truth][combinedWithServer(withoutHeader(facts), answer).code] += 1;
    const { code } = combinedWithServer(facts, answer);
    combined[truth][code] += 1;
    if (code !== answerOf(facts).code) changed.push(`${set}: ${words} is called ${code}`);
  }
  const drawn = [...pictures.values()].filter((answer) => answer !== null).length;
  const table = (title: string, confusion: typeof alone): string => `${title}\n${confusionTable(confusion)}`;
  return [
    {
      ...PICTURE,
      runs: [surelyWrong.length],
      note: [
        `of ${drawn} MR series`,
        ...surelyWrong,
        table('by pixels alone', alone),
        table('no header but MR, and pixels', withoutHeaders),
      ].join('\n'),
    },
    {
      ...SAME,
      runs: [changed.length],
      note: [`of ${pictures.size} MR series`, ...changed, table('device, server and pixels', combined)].join('\n'),
    },
  ];
}

function msFor(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}
