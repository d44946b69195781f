import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#language/languages.ts';
import { textsByFile } from '#tests/support/language-texts.ts';
import { readFile, readSourceTexts, type SourceTexts } from '#tests/support/source-texts.ts';

const source = readSourceTexts();

/** The names of the values that a message takes; throws if it is none. */
function valuesOf(message: string, tag: string): string[] {
  const names = new Set<string>();
  const visit = (elements: readonly unknown[]): void => {
    for (const element of elements as { type: number; value?: string; options?: Record<string, { value: unknown[] }> }[]) {
      if (element.type !== 0 && element.value !== undefined) names.add(element.value);
      for (const option of Object.values(element.options ?? {})) visit(option.value);
    }
  };
  visit(new IntlMessageFormat(message, tag, undefined, { ignoreTag: true }).getAst());
  return [...names].toSorted();
}

describe('texts of the page', () => {
  it('are written out where they are used, so that they can be translated [OQ-32]', () => {
    expect(source.unreadable).toEqual([]);
  });

  it('are all given to a language: no words stand in the markup of a page [OQ-32]', () => {
    expect(source.untranslated).toEqual([]);
  });

  it('are messages that can be read', () => {
    for (const [text, places] of source.used) expect(() => valuesOf(text, 'en'), `${places[0]}: ${text}`).not.toThrow();
  });

  it('are found by the reader of these tests: written in parts, in a context, marked, or not translated', () => {
    const found: SourceTexts = { used: new Map(), unreadable: [], untranslated: [] };
    const code = [
      "t('One ' + 'text');",
      "inContext('verb', 'Open');",
      "marked('Refused');",
      't(name);',
      '<b title="A title">Words{t(\'Label\')}</b>;',
    ].join('\n');
    readFile('x.tsx', code, found);
    expect([...found.used.keys()]).toEqual(['One text', 'Open [verb]', 'Refused', 'Label']);
    expect(found.unreadable).toEqual(['x.tsx:4']);
    expect(found.untranslated).toEqual(['x.tsx:5', 'x.tsx:5']);
  });

  describe.each(LANGUAGES.filter(({ tag }) => tag !== 'en'))('in $name', ({ tag }) => {
    const files = textsByFile(tag);
    const texts = new Map([...files.values()].flatMap((of) => Object.entries(of)));

    it('are complete [OQ-32]', () => {
      const missing = [...source.used].filter(([text]) => !texts.has(text)).map(([text, places]) => `${places[0]}: ${text}`);
      expect(missing).toEqual([]);
    });

    it('are all used, and each is in one file [OQ-32]', () => {
      expect([...texts.keys()].filter((text) => !source.used.has(text))).toEqual([]);
      const all = [...files.values()].flatMap((of) => Object.keys(of));
      expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([]);
    });

    it('take the same values as in English', () => {
      for (const [text, translation] of texts) expect(valuesOf(translation, tag), text).toEqual(valuesOf(text, 'en'));
    });
  });
});
