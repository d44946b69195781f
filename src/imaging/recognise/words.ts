import type { Plane } from '#model/pictures/geometry.ts';
import type { RecognitionTerm as Term } from '#model/studies/recognition-header.ts';

/**
 * Texts in series descriptions and protocol names, in the languages of common scanners. Weak evidence: descriptions are copied, translated,
 * truncated and wrong more often than other header values.
 */

export interface Words {
  /** As written, to be shown in reasons. */
  written: string;
  /** In lower case, without accents. */
  text: string;
  tokens: readonly string[];
}

export function wordsOf(texts: readonly string[]): Words {
  const written = [...new Set(texts.map((text) => text.trim()).filter(Boolean))].join(' · ');
  const text = written.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return { written, text, tokens: text.split(/[^\p{L}\p{N}*+]+/u).filter(Boolean) };
}

interface Dictionary {
  /** Whole words. */
  words?: readonly string[];
  /** Words that are also recognised with a wrong, missing, additional or swapped letter. */
  long?: readonly string[];
  /** Anywhere in the text: for scripts without spaces, and compound words. */
  parts?: readonly string[];
}

const DICTIONARIES: Record<Term, Dictionary> = {
  t2: {
    words: ['t2', 't2w', 't2wi', 't2tse', 't2fse', 't2g', 'tse2d', 'т2', 'т2ви', 'т2взвешенные'],
    parts: ['t2_tse', 't2加权', 't2強調', 't2 강조', 't2gewichtet', 't2-w'],
  },
  diffusion: {
    words: ['dwi', 'dw', 'diff', 'dti', 'tracew', 'trace', 'resolve', 'zoomit', 'difusion', 'difusao', 'dyndist', 'дви'],
    // English and French, German, Dutch, Spanish, Portuguese, Italian, Swedish, Polish, Russian.
    long: [
      'diffusion',
      'diffusions',
      'diffusie',
      'difusion',
      'difusao',
      'diffusione',
      'dyfuzja',
      'диффузия',
      'diffusionsgewichtet',
      'diffusionsviktad',
    ],
    parts: ['ep2d_diff', '弥散', '扩散', '拡散', '확산', 'диффуз'],
  },
  adc: {
    words: ['adc', 'dadc', 'cda', 'икд'],
    long: ['diffusionskoeffizient', 'diffusionscoefficient'],
    parts: [
      'apparent diffusion',
      'diffusion apparent',
      'difusion aparente',
      'difusao aparente',
      'diffusione apparente',
      '表观',
      '表観',
      '見かけの拡散',
    ],
  },
  t1: {
    words: ['t1', 't1w', 't1wi', 'mprage', 'memprage', 'vibe', 'dyn', 'dce', 'lava', 'thrive', 'spgr', 'bravo', 'т1'],
    parts: ['t1_', 't1w', 't1加权', 't1強調'],
  },
  proton: { words: ['pd', 'pdw', 'dp', 'protonendichte'], parts: ['proton'] },
  flair: { words: ['flair', 'fluid', 'tirm'], parts: ['flair', 'dark-fluid', 'darkfluid'] },
  stir: { words: ['stir'] },
  susceptibility: { words: ['t2*', 't2star', 'swi', 'swan', 'medic', 'hemo', 'haemo'], parts: ['t2*', 't2_star', 't2 star'] },
  localiser: {
    words: ['loc', 'scout', 'survey', 'pilot', 'surview', 'topogram', 'plan', 'reperage'],
    long: [
      'localizer',
      'localiser',
      'localizador',
      'localisateur',
      'lokalizer',
      'localizzatore',
      'ubersicht',
      'ubersichtsaufnahme',
      'pilotaufnahme',
    ],
    parts: ['定位', '位置決め', 'локал', 'локац'],
  },
  map: {
    words: ['map', 'mapa', 'karte', 'carte', 'fa', 'colfa', 'exp', 'eadc', 'fieldmap', 'fit'],
    parts: ['field_map', 'field map', 't2map', 't2 map', 't1map'],
  },
  perfusion: {
    words: ['perf', 'asl', 'pasl', 'pcasl', 'bold', 'fmri', 'cbf', 'relcbf', 'cbv', 'mtt', 'ttp', 'dsc'],
    long: ['perfusion'],
    parts: ['fmri'],
  },
};

export const TERMS = Object.keys(DICTIONARIES) as Term[];

export function says({ text, tokens }: Words, term: Term): boolean {
  const { words = [], long = [], parts = [] } = DICTIONARIES[term];
  if (parts.some((part) => text.includes(part))) return true;
  return tokens.some((token) => words.includes(token) || long.some((word) => isNearly(token, word)));
}

const PLANE_WORDS: Record<Plane, { words: readonly string[]; long: readonly string[] }> = {
  axial: {
    words: ['ax', 'tra', 'axial', 'trans', 'axiale', 'trv'],
    long: ['transversal', 'transverse', 'transversale', 'аксиальный', 'axial'],
  },
  coronal: { words: ['cor', 'kor', 'coronal', 'frontal', 'coronale'], long: ['coronal', 'koronar', 'coronale', 'корональный'] },
  sagittal: { words: ['sag', 'sagital', 'sagittal', 'sagittale'], long: ['sagittal', 'сагиттальный'] },
};

/** Null if the texts name no plane, or several. */
export function planeInWords({ tokens }: Words): Plane | null {
  const named = (Object.keys(PLANE_WORDS) as Plane[]).filter((plane) => {
    const { words, long } = PLANE_WORDS[plane];
    return tokens.some((token) => words.includes(token) || long.some((word) => isNearly(token, word)));
  });
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** One change (two in a word of nine or more letters): a wrong, missing or additional letter, or two swapped ones. */
function isNearly(token: string, word: string): boolean {
  if (token === word) return true;
  const allowed = word.length >= 9 ? 2 : 1;
  if (word.length < 5 || Math.abs(token.length - word.length) > allowed || token[0] !== word[0]) return false;
  return changesBetween(token, word) <= allowed;
}

/** Damerau-Levenshtein distance, adjacent letters only. */
function changesBetween(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const steps = [line[column - 1]! + 1, last![column]! + 1, last![column - 1]! + (isSame ? 0 : 1)];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      line.push(Math.min(...steps, ...(isSwap ? [before![column - 2]! + 1] : [])));
    }
    [before, last] = [last, line];
  }
  return last!.at(-1) ?? 0;
}
