import { decodeCp437 } from './cp437.ts';

/**
 * Names of entries without a declared character set. Packers on Linux and macOS write UTF-8 without declaring it; those on Windows write the code
 * page of the machine. An archive was made on one machine, so all its names are decoded with one set: the one that gives plausible words. A wrong
 * guess only changes labels.
 */
export function createNameDecoder(rawNames: readonly Uint8Array[]): (rawName: Uint8Array) => string {
  const telling = rawNames.filter(hasHighBytes).slice(0, NAMES_LOOKED_AT);
  if (telling.length === 0) return decodeCp437;
  const [best] = CANDIDATES.map((candidate) => ({ ...candidate, score: scoreOf(candidate, telling) })).sort((a, b) => b.score - a.score);
  return (rawName) => best?.decode(rawName) ?? decodeCp437(rawName);
}

const NAMES_LOOKED_AT = 200;

interface Candidate {
  /** Null if the bytes are not valid in this set. */
  decode: (rawName: Uint8Array) => string | null;
  /** How plausible the text is for users of this set: at most 1 for each character beyond ASCII. */
  plausibility: (text: string) => number;
}

/** The first one wins on equal scores: UTF-8 hardly ever matches by chance, and CP437 is the standard's default. */
const CANDIDATES: readonly Candidate[] = [
  { decode: strictDecoder('utf-8'), plausibility: (text) => 2 * highCharacters(text) },
  { decode: decodeCp437, plausibility: (text) => alphabetScore(text, WESTERN, MOST_ACCENTS_IN_A_ROW) },
  { decode: strictDecoder('ibm866'), plausibility: (text) => alphabetScore(text, CYRILLIC, Infinity) },
  { decode: strictDecoder('shift_jis'), plausibility: (text) => scriptScore(text, 'shift_jis') },
  { decode: strictDecoder('gbk'), plausibility: (text) => scriptScore(text, 'gbk') },
];

/** Per byte beyond ASCII, so that double-byte and single-byte sets can be compared. */
function scoreOf({ decode, plausibility }: Candidate, rawNames: readonly Uint8Array[]): number {
  let score = 0;
  for (const rawName of rawNames) {
    const text = decode(rawName);
    if (text === null) return -Infinity;
    score += plausibility(text) / Math.max(1, highCharacters(text));
  }
  return score;
}

function strictDecoder(label: string): Candidate['decode'] {
  const decoder = new TextDecoder(label, { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      return null;
    }
  };
}

function hasHighBytes(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0x80);
}

const HIGH = /[^\0-\x7f]/gu;

function highCharacters(text: string): number {
  return text.match(HIGH)?.length ?? 0;
}

const WESTERN = /^[\u00c0-\u00ff\u0192]$/u;
const CYRILLIC = /^[\u0401\u0410-\u044f\u0451]$/u;
/** In western words, accented letters are between plain ones. */
const MOST_ACCENTS_IN_A_ROW = 2;

/**
 * Letters of the alphabet count as plausible; line drawing, mathematical symbols and rows of accents count against it. Cyrillic letters form whole
 * words.
 */
function alphabetScore(text: string, letters: RegExp, mostInARow: number): number {
  let score = 0;
  for (const [run] of text.matchAll(/[^\0-\x7f]+/gu)) {
    const isPlausible = [...run].every((character) => letters.test(character)) && run.length <= mostInARow;
    score += (isPlausible ? 1 : -1) * run.length;
  }
  if (letters !== CYRILLIC) return score;
  return score - 2 * (text.match(/[a-z][\u0400-\u04ff]|[\u0400-\u04ff][a-z]/giu)?.length ?? 0);
}

/**
 * Kana and common characters. Both sets have common characters first, and wrongly decoded bytes fall into the rest, so a text is rated by its share
 * of common characters.
 */
function scriptScore(text: string, set: 'shift_jis' | 'gbk'): number {
  const everyday = set === 'shift_jis' ? everydayJapanese() : everydayChinese();
  let score = 0;
  for (const [character] of text.matchAll(HIGH)) score += everyday.has(character) ? 1 : -1;
  return score;
}

let japanese: ReadonlySet<string> | null = null;
let chinese: ReadonlySet<string> | null = null;

/** Kana (rows 0x82, 0x83) and the kanji of level 1 (rows 0x88 to 0x97). */
function everydayJapanese(): ReadonlySet<string> {
  japanese ??= charactersOf('shift_jis', [0x82, 0x83, ...range(0x88, 0x97)], range(0x40, 0xfc));
  return japanese;
}

/** The hanzi of level 1 of GB 2312. */
function everydayChinese(): ReadonlySet<string> {
  chinese ??= charactersOf('gbk', range(0xb0, 0xd7), range(0xa1, 0xfe));
  return chinese;
}

function charactersOf(label: string, leads: readonly number[], trails: readonly number[]): ReadonlySet<string> {
  const decode = strictDecoder(label);
  const characters = leads.flatMap((lead) => trails.map((trail) => decode(new Uint8Array([lead, trail]))));
  return new Set(characters.filter((text): text is string => text !== null && [...text].length === 1));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}
