import { ACQUISITION_CODES, FIRST_ACQUISITIONS, type AcquisitionCode } from '#contract/acquisitions.ts';
import { recogniseSeries } from '#imaging/recognise/recognise.ts';
import { acceptedRecognition, type Recognition } from '#model/studies/acquisition.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { LABELLED, UNNAMED, type LabelledSeries } from './acquisitions.ts';
import type { RealData } from './real-data.ts';
import { readSet, type ReadFile } from './read-set.ts';

export interface Labelled extends LabelledSeries {
  facts: SeriesFacts;
  files: readonly ReadFile[];
}

/** Modalities that have slices; of all others the table says nothing, and none of them is anything. */
const LISTED = new Set(['MR', 'CT', 'PT']);

/** Every series of the real data with what it is. Rejects where the table and the data do not fit together. */
export async function labelledSeries(data: RealData): Promise<Labelled[]> {
  const labelled: Labelled[] = [];
  for (const set of Object.keys(data.sets)) {
    for (const { facts, files } of await readSet(data, set)) {
      const isRow = (row: { set: string; uid: string }): boolean => row.set === set && facts.seriesInstanceUid.endsWith(row.uid);
      const row = LABELLED.find(isRow);
      if (row) labelled.push({ ...row, facts, files });
      else if (!LISTED.has(facts.modalityCode))
        labelled.push({ set, uid: facts.seriesInstanceUid, words: '', truth: 'NONE', facts, files });
      else if (!UNNAMED.some(isRow)) throw new Error(`${set}: ${facts.seriesInstanceUid} stands in neither list of acquisitions.ts`);
    }
  }
  return labelled;
}

export function answerOf(facts: SeriesFacts): Recognition {
  return acceptedRecognition(recogniseSeries(facts), facts.modalityCode, FIRST_ACQUISITIONS);
}

/** What is done to a header before it is looked at: several ways of each. */
export const PERTURBED: Record<string, (facts: SeriesFacts) => SeriesFacts[]> = {
  'as written': (facts) => [facts],
  'descriptions blanked': (facts) => [withWords(facts, () => '')],
  'descriptions translated': (facts) => LANGUAGES.map((_, language) => withWords(facts, (words) => translated(words, language))),
  'descriptions misspelt': (facts) => [0, 1, 2, 3, 4, 5].map((slip) => withWords(facts, (words) => misspelt(words, slip))),
  // Beside what was asked for: what recognition is worth where the scanner's own names and private elements are gone as well.
  'names and private elements gone': (facts) => [withoutNames(withWords(facts, () => ''))],
};

/** Answers by what is true: how often each was given. */
export type Confusion = Record<AcquisitionCode, Record<AcquisitionCode, number>>;

export interface Judged {
  confusion: Confusion;
  /** Of what is DWI, ADC, T2W, COR, SAG or AR: how many of how many are called so. */
  right: number;
  asked: number;
  /** Series that are none of them and were called something with a score of a half or more; they should be none. */
  confidentlyWrong: string[];
}

export const CONFIDENT = 0.5;

export function judge(series: readonly Labelled[], perturb: (facts: SeriesFacts) => SeriesFacts[]): Judged {
  const judged: Judged = { confusion: emptyConfusion(), right: 0, asked: 0, confidentlyWrong: [] };
  for (const { truth, set, words, facts } of series) {
    for (const one of perturb(facts)) {
      const { code, score } = answerOf(one);
      judged.confusion[truth][code] += 1;
      if (truth !== 'NONE') {
        judged.asked += 1;
        if (code === truth) judged.right += 1;
      } else if (code !== 'NONE' && score >= CONFIDENT) judged.confidentlyWrong.push(`${set}: ${words} is called ${code} (${score})`);
    }
  }
  return judged;
}

export function emptyConfusion(): Confusion {
  const none = Object.fromEntries(ACQUISITION_CODES.map((code) => [code, 0])) as Record<AcquisitionCode, number>;
  return Object.fromEntries(ACQUISITION_CODES.map((code) => [code, { ...none }])) as Confusion;
}

/** Rows are what is true, columns what was answered. */
export function confusionTable(confusion: Confusion): string {
  const cells = [['is \\ called', ...ACQUISITION_CODES], ...ACQUISITION_CODES.map((truth) => [truth, ...counts(confusion[truth])])];
  return cells.map((row) => row.map((cell, place) => (place === 0 ? cell.padEnd(12) : cell.padStart(5))).join('')).join('\n');
}

function counts(answers: Record<AcquisitionCode, number>): string[] {
  return ACQUISITION_CODES.map((code) => (answers[code] === 0 ? '.' : String(answers[code])));
}

function withWords(facts: SeriesFacts, change: (words: string) => string): SeriesFacts {
  return { ...facts, seriesDescription: change(facts.seriesDescription), protocolName: change(facts.protocolName) };
}

/** As de-identification by safe lists leaves a header: no private b-value, no name of a sequence. */
function withoutNames(facts: SeriesFacts): SeriesFacts {
  if (!facts.mr) return facts;
  const { sequenceName: _, ...mr } = facts.mr;
  return { ...facts, mr: { ...mr, bValues: [] } };
}

/** Words of the field in six languages, in the order of LANGUAGES. What stands in no line stays as it is, as people leave it. */
const LANGUAGES = ['German', 'French', 'Spanish', 'Italian', 'Russian', 'Chinese'] as const;
const TRANSLATIONS: readonly [RegExp, readonly string[]][] = [
  [/ep2d_diff/gi, ['Diffusion', 'diffusion', 'difusión', 'diffusione', 'диффузия', '弥散']],
  [/\bADC\b|_ADC/gi, [' Diffusionskoeffizient', ' CDA', ' coeficiente de difusión aparente', ' ADC', ' ИКД', ' 表观扩散系数']],
  [/t2_tse|FSE T2/gi, ['T2-gewichtet', 'pondérée T2', 'potenciada en T2', 'T2 pesata', 'Т2', 'T2加权']],
  [/\bt1w?_?\b|t1_vibe/gi, ['T1-gewichtet ', 'pondérée T1 ', 'potenciada en T1 ', 'T1 pesata ', 'Т1 ', 'T1加权 ']],
  [/_?(tra|ax|axial)\b/gi, [' transversal', ' axiale', ' axial', ' assiale', ' аксиальный', ' 横断位']],
  [/_?\bcor\b|_cor/gi, [' koronar', ' coronale', ' coronal', ' coronale', ' корональный', ' 冠状位']],
  [/[_ ]sag\b/gi, [' sagittal', ' sagittale', ' sagital', ' sagittale', ' сагиттальный', ' 矢状位']],
  [/\bPD\b/g, ['Protonendichte', 'densité de protons', 'densidad protónica', 'densità protonica', 'протонная плотность', '质子密度']],
  [/localizer|_loc\b|scout|pilot/gi, [' Übersicht', ' repérage', ' localizador', ' localizzatore', ' локалайзер', ' 定位']],
];

function translated(words: string, language: number): string {
  return TRANSLATIONS.reduce((text, [pattern, byLanguage]) => text.replace(pattern, byLanguage[language]!), words);
}

/** A letter is left out, doubled, wrong or changed for its neighbour, in every word of four letters and more; two ways of choosing which. */
function misspelt(words: string, slip: number): string {
  return words.replace(/\p{L}{4,}/gu, (word) => {
    const at = 1 + ((word.length * 7 + slip) % (word.length - 2));
    const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
    if (slip % 3 === 0) return before + after;
    if (slip % 3 === 1) return before + letter + letter + after;
    return before.slice(0, -1) + letter + before.slice(-1) + after;
  });
}
