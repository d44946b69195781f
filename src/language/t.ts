import { IntlMessageFormat } from 'intl-messageformat';
import { currentLanguage, setCurrentLanguage } from './current-language.ts';
import { formatCount } from './numbers.ts';

/** Texts of a language under their English words, as messages of ICU MessageFormat. */
export type Texts = Readonly<Record<string, string>>;

let texts: Texts = {};
const formats = new Map<string, IntlMessageFormat>();

/** What `t` returns from here on. Texts of modules are made when they are loaded, so the language is set before them (start-language.ts). */
export function setTexts(language: string, all: Texts): void {
  setCurrentLanguage(language);
  texts = all;
  formats.clear();
}

/**
 * A text in the language of the page. `english` is the text itself and the key of its translations, so it is written out where it is used:
 * the check of the languages reads it from the source. `{name}` stands for a value; `{count, plural, one {# study} other {# studies}}` for a
 * number and its noun.
 *
 * @throws {SyntaxError} if the text is not a message of ICU MessageFormat, or lacks a value.
 */
export function t(english: string, values?: Readonly<Record<string, string | number>>): string {
  return format(texts[english] ?? english, values);
}

/** The same for an English text that has several meanings: `context` says which one it is, and is never shown. */
export function inContext(context: string, english: string, values?: Readonly<Record<string, string | number>>): string {
  return format(texts[keyInContext(context, english)] ?? english, values);
}

export const keyInContext = (context: string, english: string): string => `${english} [${context}]`;

/** A text that is shown in the language of the page by `translated`, because it is made where the language is not known. */
export const marked = <const Text extends string>(english: Text): Text => english;

/** A text from a server or a worker: in the language of the page if it is one of the product's, else as it came. */
export const translated = (text: string): string => texts[text] ?? text;

function format(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  if (values === undefined && !QUOTED.test(text)) return text;
  let made = formats.get(text);
  if (made === undefined) {
    made = new IntlMessageFormat(text, currentLanguage(), undefined, { ignoreTag: true, formatters: FORMATTERS });
    formats.set(text, made);
  }
  return String(made.format(values));
}

/** A brace that is meant as one is written in quotes, also in a text without values. */
const QUOTED = /'[{}]/;

/** `#` in a plural looks like every other count of the product. */
const FORMATTERS = {
  getNumberFormat: () => ({ format: (value: number) => formatCount(value) }) as Intl.NumberFormat,
  getDateTimeFormat: (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...of),
  getPluralRules: (...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of),
};
