/**
 * The words by which a person would be known again in a text: of names, identifiers, addresses. Texts are compared byte by byte, each byte a
 * letter (`latin1`), because a text that loses a word must otherwise stay what it was, in whatever character set it is written.
 */
export interface Identity {
  words: ReadonlySet<string>;
  /** The same as people read them, without case and accents: `MULLER` and `Mueller` are Müller, whatever bytes each is written in. */
  folded: ReadonlySet<string>;
  decode: (text: string) => string;
}

export interface IdentityTexts {
  /** Names of the patient, of physicians and operators, of places: every word of them. */
  names: readonly string[];
  /** Identifiers and the date of birth: as a whole. */
  identifiers: readonly string[];
  /** Letters of bytes as letters that people read. */
  decode: (text: string) => string;
}

export function identityOf({ names, identifiers, decode }: IdentityTexts): Identity {
  const words = names
    .flatMap((name) => (name.match(WORD) ?? []).slice(0, MOST_WORDS))
    .filter((word) => word.length >= 2 && !/^\d+$/.test(word));
  const whole = identifiers.map((identifier) => identifier.trim()).filter((identifier) => identifier.length >= 4);
  const read = names.flatMap((name) => (decode(name.slice(0, LONGEST_NAME)).match(READ_WORD) ?? []).slice(0, MOST_WORDS));
  const folded = read.filter((word) => word.length >= 2 && !/^\d+$/.test(word)).flatMap(folds);
  return { words: new Set([...words, ...whole].map((word) => word.toLowerCase())), folded: new Set(folded), decode };
}

/** Without accents, and as German writes them without. */
function folds(word: string): string[] {
  return [word, word.replaceAll(/[äöü]/gi, (letter) => `${letter}e`)].map((each) =>
    each
      .toLowerCase()
      .replaceAll(/[ßøæłđ]/g, (letter) => OTHER_LETTERS[letter] ?? letter)
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, ''),
  );
}

/** Letters that are none with an accent. */
const OTHER_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', đ: 'd' };

/** Letters and digits; a byte above ASCII is one of them in every character set. */
const WORD = /[A-Za-z0-9\x80-\xff]+/g;
/** Five groups of a name in three scripts, and as many other names; a file that has more was made to be slow. */
const MOST_WORDS = 32;
/** What a name has in common with a part of a longer word below this length is chance. */
const LEAST_INSIDE = 4;
const BEYOND_ASCII = /[\x80-\xff]/;
const READ_WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Three scripts of five groups have 64 letters each. */
const LONGEST_NAME = 4096;

/** A word of bytes. */
function names(word: string, identity: Identity): boolean {
  const lower = word.toLowerCase();
  if (holds(lower, identity.words) || holds(lower, identity.folded)) return true;
  return BEYOND_ASCII.test(word) && folds(identity.decode(word)).some((each) => holds(each, identity.folded));
}

function holds(word: string, words: ReadonlySet<string>): boolean {
  if (words.has(word)) return true;
  for (const each of words) if (each.length >= LEAST_INSIDE && word.includes(each)) return true;
  return false;
}

/** Whether a word of the person stands in the text. */
export function namesPerson(text: string, identity: Identity): boolean {
  if (names(text.trim(), identity)) return true;
  if ((text.match(WORD) ?? []).some((word) => names(word, identity))) return true;
  // In some character sets a byte of a letter looks like a sign: only what is read whole has its words.
  const isPlain = !text.includes(ESCAPE) && !BEYOND_ASCII.test(text);
  return !isPlain && (identity.decode(text).match(READ_WORD) ?? []).flatMap(folds).some((word) => holds(word, identity.folded));
}

/** The text without the words of the person. Empty where they cannot be told from the others: a switched character set, an identifier in pieces. */
export function withoutPerson(text: string, identity: Identity): string {
  if (!namesPerson(text, identity)) return text;
  if (text.includes(ESCAPE)) return '';
  const left = tidy(text.replaceAll(WORD, (word) => (names(word, identity) ? '' : word)));
  return namesPerson(left, identity) ? '' : left;
}

/**
 * What the options call "clean", for a text that was written freely: without the words of the person, and without what is a name, a date or a
 * number of somebody in any text.
 */
export function cleanText(text: string, identity: Identity): string {
  if (text.includes(ESCAPE)) return '';
  const unnamed = text.replaceAll(TOKEN, (token) => (PERSON_NAME.test(token) ? '' : token)).replaceAll(TITLED, '');
  const left = withoutPerson(unnamed.replaceAll(DATE, ''), identity);
  return tidy(left.replaceAll(WORD, (word) => (LONG_NUMBER.test(word) ? '' : word)));
}

// No pattern here looks for its end from each letter of a long run: a text of 64 KiB would hold up a tab for minutes.
const ESCAPE = '\x1b';
const TOKEN = /[^\s\\,;]+/g;
/** A person name as DICOM writes it. */
const PERSON_NAME = /[A-Za-z\x80-\xff]\^/;
/** A title with what follows; MR in capitals is a modality. */
const TITLED = /\b(?:Dr|DR|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Sig)\b\.?\s{1,8}[A-Z\x80-\xff][^\s\\,;]+/g;
const DATE = /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/g;
/** Case numbers, telephone numbers, dates without dots. Of a sequence's settings none has five digits. */
const LONG_NUMBER = /\d{5}/;

function tidy(text: string): string {
  return text.replaceAll(/[ \t]{2,}/g, ' ').trim();
}

/** Whether somebody reading it would take it for the name of a person: for the report, where a person decides. */
export function looksLikeName(text: string): boolean {
  return LOOKS_LIKE_NAME.some((pattern) => pattern.test(text));
}

const LOOKS_LIKE_NAME = [
  /\p{L}{2}\^\p{L}/u,
  /\b(?:Dr|DR|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Sig)\b\.?\s{1,8}\p{Lu}\p{L}/u,
  /(?:^|\s)\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?,\s{0,8}\p{Lu}\p{Ll}+(?:\s|$)/u,
];
