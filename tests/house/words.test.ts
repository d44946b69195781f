import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';

const read = (path: string): Promise<string> => readFile(join(CHECKOUT, path), 'utf8');

/** What the last column of the glossary lists, and the term to use. */
async function replacedExpressions(): Promise<Map<string, string>> {
  const rows = (await read('docs/glossary.md')).split('\n').filter((line) => line.startsWith('| '));
  return new Map(
    rows.flatMap((row) => {
      const [, term = '', , replaced = ''] = row.split('|').map((cell) => cell.trim());
      return [...replaced.matchAll(/`([^`]+)`/g)].map((match) => [match[1]!, term] as const);
    }),
  );
}

/** Names of code may be older than the glossary. */
const withoutCode = (markdown: string): string => markdown.replace(/```[^]*?```|`[^`\n]*`|\]\([^)]*\)|^ {4}.*$/gm, '');

test('the documentation uses the terms of the glossary', async () => {
  const replaced = await replacedExpressions();
  expect(replaced.get('proved')).toBe('verified');
  const found: string[] = [];
  for await (const page of glob(['*.md', 'docs/*.md', 'docs/guides/*.md'], { cwd: CHECKOUT })) {
    if (page === join('docs', 'glossary.md')) continue;
    const text = withoutCode(await read(page));
    for (const [expression, term] of replaced)
      if (new RegExp(`\\b${expression}\\b`, 'i').test(text)) found.push(`${page}: "${expression}", use "${term}"`);
  }
  expect(found).toEqual([]);
});

const SOURCES = ['src/{api,app,features,ui,contract,server}/**/*.{ts,tsx}', 'sw/**/*.ts'];

/** A string with a space, or JSX text. Single words may be stored names, which can be older than the glossary. */
function textsOf(name: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value);
    if (type === 'TemplateElement') texts.push((value as { cooked: string }).cooked);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(name, source).program);
  return texts.filter((text) => /\S\s+\S/.test(text));
}

test('the page, the service worker and the server use the terms of the glossary', async () => {
  const replaced = await replacedExpressions();
  const found: string[] = [];
  for await (const file of glob(SOURCES, { cwd: CHECKOUT })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    for (const text of textsOf(file, await read(file)))
      for (const [expression, term] of replaced)
        if (new RegExp(`\\b${expression}\\b`, 'i').test(text)) found.push(`${file}: "${text.trim()}", use "${term}"`);
  }
  expect(found).toEqual([]);
});
