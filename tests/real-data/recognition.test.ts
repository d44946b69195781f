import { beforeAll, describe, expect, test } from 'vitest';
import { LABELLED, UNNAMED } from './acquisitions.ts';
import { combinedWithServer, isOpen, pictureAnswers, withoutHeader } from './pictures.ts';
import { NOTE, realData } from './real-data.ts';
import { answerOf, CONFIDENT, judge, labelledSeries, PERTURBED, type Labelled } from './recognition.ts';

describe.skipIf(!realData)(`acquisitions of real series${NOTE}`, () => {
  let series: Labelled[];
  beforeAll(async () => {
    series = await labelledSeries(realData!);
  });

  test('the table has each series once, with the descriptions of the manifest', () => {
    const keys = [...LABELLED, ...UNNAMED].map(({ set, uid }) => `${set} ${uid}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { set, uid, words } of LABELLED) {
      const rows = realData!.sets[set]!.series.filter((row) => row.series?.endsWith(uid));
      expect(rows.length, `${set} ${uid}`).toBeGreaterThan(0);
      for (const row of rows) expect([row.seriesDescription, row.protocol].filter(Boolean).join(' ')).toContain(words);
    }
  });

  test.each(Object.keys(PERTURBED))('%s: all are recognised correctly', (how) => {
    const { right, asked, confidentlyWrong } = judge(series, PERTURBED[how]!);
    expect(asked).toBeGreaterThan(0);
    expect(right / asked).toBeGreaterThanOrEqual(0.95);
    expect(confidentlyWrong).toEqual([]);
  });

  test('the prostate study is T2W, DWI, ADC, COR and SAG, each with certainty and a reason', () => {
    const study = series.filter(({ set }) => set === 'mr-prostate-siemens-skyra');
    const answers = new Map(study.map(({ facts }) => [facts.seriesNumber, answerOf(facts)]));
    expect([3, 4, 5, 6, 7, 8, 9].map((number) => answers.get(number)?.code)).toEqual(['SAG', 'T2W', 'COR', 'DWI', 'ADC', 'DWI', 'NONE']);
    for (const { code, score } of answers.values())
      expect(code === 'NONE' ? score : Number(score > CONFIDENT)).toBe(code === 'NONE' ? 0 : 1);
    // What was measured before what was calculated.
    expect(answers.get(6)!.score).toBeGreaterThan(answers.get(8)!.score);
    expect(answers.get(4)!.reasons).toEqual([
      'Echo time 104 ms and repetition time 5660 ms: T2 weighting',
      'Turbo spin echo, 25 echoes a train',
      'Called “t2_tse_tra”: T2',
      'The slices are axial, tilted by 18°',
    ]);
    expect(answers.get(7)!.reasons[0]).toBe('Image type ADC: apparent diffusion coefficients');
  });

  test('a server without a model changes a device result only when a header contains nothing', async () => {
    const pictures = await pictureAnswers(series);
    const changed: string[] = [];
    for (const perturb of Object.values(PERTURBED)) {
      for (const one of series) {
        for (const facts of perturb(one.facts).filter((each) => !isOpen(each))) {
          const device = answerOf(facts);
          const combined = combinedWithServer(facts, pictures.get(one) ?? null);
          if (combined.code !== device.code || combined.score !== device.score) changed.push(`${one.set}: ${one.words}`);
        }
      }
    }
    expect(changed).toEqual([]);
  });

  test('from its image alone no series is recognised with certainty, and none wrongly', async () => {
    const pictures = await pictureAnswers(series);
    const named = [...pictures].filter(([, answer]) => answer !== null && answer.code !== 'NONE');
    expect(named.length).toBeGreaterThan(0);
    for (const [, answer] of named) expect(answer!.score).toBeLessThan(CONFIDENT);
    expect(named.filter(([{ truth }, answer]) => answer!.code !== truth).map(([{ set, words }]) => `${set}: ${words}`)).toEqual([]);
    for (const [{ facts }, answer] of named) expect(combinedWithServer(withoutHeader(facts), answer).code).toBe(answer!.code);
  });
});
