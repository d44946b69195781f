/**
 * The words that identify a person in a text: from names, identifiers and addresses. Texts are compared byte by byte, one letter per byte
 * (`latin1`), so that the rest of a cleaned text stays unchanged in any character set.
 */
export interface Identity {
  words: ReadonlySet<string>;
  /** The same without case and accents: `MULLER` and `Mueller` match Müller, in any encoding. */
  folded: ReadonlySet<string>;
  decode: (text: string) => string;
}

export interface IdentityTexts {
  /** Names of the patient, physicians, operators and places: every word. */
  names: readonly string[];
  /** Identifiers and the date of birth: as a whole. */
  identifiers: readonly string[];
  /** Letters of bytes, decoded as readable letters. */
  decode: (text: string) => string;
}

export function identityOf({ names, identifiers, decode }: IdentityTexts): Identity {
  const words = names
    .flatMap((name) => (name.match(WORD) ?? []).slice(0, MOST_WORDS))
    .filter((word) => word.length >= 2 && !/^\d+$/.test(word));
  const whole = identifiers.map((identifier) => identifier.trim()).filter((identifier) => identifier.length >= 4);
  const read = names.flatMap((name) => (decode(name.slice(0, LONGEST_NAME)).match(READ_WORD) ?? []).slice(0, MOST_WORDS));
  const folded = read.filter((word) => word.length >= 2 && !/^\d+$/.test(word)).flatMap(folds);
  const all = [...words, ...whole].map((word) => word.toLowerCase());
  return { words: new Set([...all, ...all.map(backwards)]), folded: new Set([...folded, ...folded.map(backwards)]), decode };
}

function backwards(word: string): string {
  return [...word].reverse().join('');
}

/** Without accents, and as German spells them without. */
function folds(word: string): string[] {
  return [word, word.replaceAll(/[äöü]/gi, (letter) => `${letter}e`)].map((each) =>
    each
      .toLowerCase()
      .replaceAll(/[ßøæłđ]/g, (letter) => OTHER_LETTERS[letter] ?? letter)
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, ''),
  );
}

/** Letters that are not a base letter with an accent. */
const OTHER_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', đ: 'd' };

/** Letters and digits; a byte above ASCII counts as a letter in every character set. */
const WORD = /[A-Za-z0-9\x80-\xff]+/g;
/** Five name components in three scripts, and as many other names; a file with more was made to be slow. */
const MOST_WORDS = 32;
/** Shorter matches inside a longer word are chance. */
const LEAST_INSIDE = 4;
const BEYOND_ASCII = /[\x80-\xff]/;
const READ_WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Three scripts of five components have 64 letters each. */
const LONGEST_NAME = 4096;

/** Whether binary data contains an identifying word, with one or two bytes per letter. Short words and numbers match by chance. */
export function bytesNamePerson(bytes: Uint8Array, { words, folded }: Identity): boolean {
  if (bytes.length < LEAST_IN_BYTES) return false;
  const text = BYTES_AS_LETTERS.decode(bytes).replaceAll('\0', '').toLowerCase();
  return [words, folded].some((set) => [...set].some((word) => word.length >= LEAST_IN_BYTES && /\D/.test(word) && text.includes(word)));
}

const BYTES_AS_LETTERS = new TextDecoder('latin1');
const LEAST_IN_BYTES = 5;

/** A word as bytes. */
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

/** Whether the text contains an identifying word. */
export function namesPerson(text: string, identity: Identity): boolean {
  if (names(text, identity)) return true;
  if ((text.match(WORD) ?? []).some((word) => names(word, identity))) return true;
  // In some character sets a byte of a letter looks like punctuation: only a fully decoded text gives its words.
  const isPlain = !text.includes(ESCAPE) && !BEYOND_ASCII.test(text);
  return !isPlain && (identity.decode(text).match(READ_WORD) ?? []).flatMap(folds).some((word) => holds(word, identity.folded));
}

/** The text without identifying words. Empty if they cannot be located: a switched character set, an identifier in pieces. */
export function withoutPerson(text: string, identity: Identity): string {
  if (!namesPerson(text, identity)) return text;
  if (text.includes(ESCAPE)) return '';
  const left = tidy(text.replaceAll(WORD, (word) => (names(word, identity) ? '' : word)));
  return namesPerson(left, identity) ? '' : left;
}

/**
 * The "clean" action of the options for free text: removes identifying words, and anything that looks like a name, date or personal number.
 */
export function cleanText(text: string, identity: Identity): string {
  if (text.includes(ESCAPE)) return '';
  const unnamed = text.replaceAll(TOKEN, (token) => (PERSON_NAME.test(token) ? '' : token)).replaceAll(TITLED, '');
  const left = withoutPerson(unnamed.replaceAll(DATE, ''), identity);
  return tidy(left.replaceAll(WORD, (word) => (LONG_NUMBER.test(word) ? '' : word)));
}

// No pattern here searches for its end from each letter of a long run: a text of 64 KiB would block a tab for minutes.
const ESCAPE = '\x1b';
const TOKEN = /[^\s\\,;]+/g;
/** A person name in DICOM notation. */
const PERSON_NAME = /[A-Za-z\x80-\xff]\^/;
/** A title and what follows; MR in capitals is a modality. */
const TITLED = /\b(?:Dr|DR|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Sig)\b\.?\s{1,8}[A-Z\x80-\xff][^\s\\,;]+/g;
const DATE = /\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/g;
/** Case numbers, phone numbers, dates without dots. No sequence setting has five digits. */
const LONG_NUMBER = /\d{5}/;

function tidy(text: string): string {
  return text.replaceAll(/[ \t]{2,}/g, ' ').trim();
}

/** Whether a reader could take it for a person's name: for the report, where the user decides. */
export function looksLikeName(text: string): boolean {
  return LOOKS_LIKE_NAME.some((pattern) => pattern.test(text));
}

const LOOKS_LIKE_NAME = [
  /\p{L}{2}\^\p{L}/u,
  /\b(?:Dr|DR|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Sig)\b\.?\s{1,8}\p{Lu}\p{L}/u,
  /(?:^|\s)\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?,\s{0,8}\p{Lu}\p{Ll}+(?:\s|$)/u,
];
