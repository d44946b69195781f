import { marked } from '#language/t.ts';
import type { Recognition } from '#model/studies/acquisition.ts';
import type { RecognitionHeader } from '#model/studies/recognition-header.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { evidenceOf, type Evidence } from './evidence.ts';
import { headerOf } from './header-of.ts';
import { MR_RULES, STACK_RULES, type Kind, type Rule } from './rules.ts';
import { wordsOf } from './words.ts';

/**
 * Recognises the acquisition of a series from its header alone (docs/decisions/420). Each matching rule is a piece of evidence. Evidence for an
 * acquisition is combined like independent witnesses: the remaining doubts are multiplied. Evidence against it reduces the result by its share.
 */
export function recogniseSeries(facts: SeriesFacts): Recognition {
  const written = wordsOf([facts.seriesDescription, facts.protocolName]).written;
  return facts.type === 'nii' ? NOTHING_KNOWN : recogniseHeader(headerOf(facts), written);
}

/** The same for a header without its texts, which are only used in reasons. */
export function recogniseHeader(header: RecognitionHeader, written = ''): Recognition {
  const evidence = evidenceOf(header, written);
  const weighed = rulesOf(header.modality).map((rule): HeldRule => ({ ...rule, words: rule.holds(evidence) }));
  const held = weighed.filter(({ words }) => words !== null);
  const best = KINDS.map((kind) => weigh(kind, held)).reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score < LEAST_SCORE) {
    const isRuledOut = held.some(({ against }) => against !== undefined);
    return { code: 'NONE', score: 0, reasons: whyNot(best, held), ...(isRuledOut && { isRuledOut }) };
  }
  const code = codeOf(best.kind, evidence);
  if (code === null) return { code: 'NONE', score: 0, reasons: [marked('Where the slices lie is not known'), ...reasonsOf(best)] };
  const plane = planeReason(evidence);
  return { code, score: best.score, reasons: [...reasonsOf(best), ...(plane === null ? [] : [plane])] };
}

const NOTHING_KNOWN: Recognition = {
  code: 'NONE',
  score: 0,
  reasons: [marked('The header says nothing of an acquisition that is looked for')],
};

/** A lower score is a guess and is not reported. */
const LEAST_SCORE = 0.35;

const KINDS: readonly Kind[] = ['t2', 'diffusion', 'adc', 'axial-reference'];

/** Modalities whose images are slices. Others have no acquisition to recognise. */
const SLICE_MODALITIES: ReadonlySet<string> = new Set(['CT', 'PT', 'NM']);

function rulesOf(modality: string): readonly Rule[] {
  if (modality === 'MR') return MR_RULES;
  return SLICE_MODALITIES.has(modality) ? STACK_RULES : [];
}

interface HeldRule extends Rule {
  words: string | null;
}

interface Weighed {
  kind: Kind;
  score: number;
  for: readonly HeldRule[];
  against: readonly HeldRule[];
}

function weigh(kind: Kind, held: readonly HeldRule[]): Weighed {
  const speakFor = held.filter((rule) => rule.for?.includes(kind));
  const speakAgainst = held.filter((rule) => rule.against?.includes(kind));
  const doubt = speakFor.reduce((left, { weight }) => left * (1 - weight), 1);
  const kept = speakAgainst.reduce((left, { weight }) => left * (1 - weight), 1);
  return { kind, score: Math.round((1 - doubt) * kept * 1000) / 1000, for: speakFor, against: speakAgainst };
}

/** COR and SAG are the T2 series of the other two planes, as used in reading the prostate. */
function codeOf(kind: Kind, { plane }: Evidence): Recognition['code'] | null {
  if (kind === 'diffusion') return 'DWI';
  if (kind === 'adc') return 'ADC';
  if (kind === 'axial-reference') return 'AR';
  if (plane === null) return null;
  return ({ axial: 'T2W', coronal: 'COR', sagittal: 'SAG' } as const)[plane];
}

function planeReason({ plane, planeFrom, tilt }: Evidence): string | null {
  if (plane === null) return null;
  if (planeFrom === 'words') return `By its words the slices are ${plane}`;
  return tilt < 5 ? `The slices are ${plane}` : `The slices are ${plane}, tilted by ${tilt}°`;
}

/** The strongest first. Evidence against it comes last, to show that it was considered. */
function reasonsOf(weighed: Weighed): string[] {
  return [...sentences(weighed.for), ...sentences(weighed.against).map((words) => `But: ${words}`)];
}

function whyNot(best: Weighed, held: readonly HeldRule[]): string[] {
  if (best.for.length > 0) return [...sentences(best.against), ...sentences(best.for).map((words) => `But: ${words}`)];
  const others = sentences(held.filter((rule) => rule.against));
  return others.length > 0 ? others : NOTHING_KNOWN.reasons;
}

function sentences(rules: readonly HeldRule[]): string[] {
  const byWeight = rules.toSorted((a, b) => b.weight - a.weight);
  return [...new Set(byWeight.flatMap(({ words }) => (words === null ? [] : [words])))];
}
