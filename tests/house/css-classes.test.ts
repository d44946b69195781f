import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';

const read = (path: string): Promise<string> => readFile(join(CHECKOUT, path), 'utf8');

interface Sheet {
  classes: Set<string>;
  used: Set<string>;
  /** A component computes names of classes, so which are used is not known. */
  isComputed: boolean;
}

async function readSheets(): Promise<Map<string, Sheet>> {
  const sheets = new Map<string, Sheet>();
  for await (const path of glob('src/**/*.module.css', { cwd: CHECKOUT }))
    sheets.set(path, { classes: classesOf(await read(path)), used: new Set(), isComputed: false });
  return sheets;
}

/** Classes in the selectors of a sheet. */
function classesOf(css: string): Set<string> {
  const withoutText = css.replace(/\/\*[^]*?\*\/|'[^']*'|"[^"]*"/g, '');
  const selectors = [...withoutText.matchAll(/([^{};]*)\{/g)].map(([, selector]) => selector!.trim());
  return new Set(
    selectors
      .filter((selector) => !selector.startsWith('@'))
      .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)),
  );
}

/** Classes that components use although their sheet has no rule for them; marks the used ones in `sheets`. */
async function withoutRule(sheets: Map<string, Sheet>): Promise<string[]> {
  const missing: string[] = [];
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: CHECKOUT })) {
    const source = await read(path);
    for (const [, name, from] of source.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
      const sheet = sheets.get(from!.startsWith('#') ? join('src', from!.slice(1)) : join(dirname(path), from!));
      if (sheet === undefined) throw new Error(`${path}: there is no ${from}`);
      sheet.isComputed ||= source.includes(`${name}[`);
      for (const [, used] of source.matchAll(new RegExp(`(?<![\\w./])${name}\\.(?!module\\.css')(\\w+)`, 'g'))) {
        sheet.used.add(used!);
        if (!sheet.classes.has(used!)) missing.push(`${path}: ${name}.${used}`);
      }
    }
  }
  return missing;
}

test('components use only CSS classes that have a rule, and every class with a rule is used', async () => {
  const sheets = await readSheets();
  expect(sheets.size).toBeGreaterThan(50);
  expect(await withoutRule(sheets)).toEqual([]);
  const unused = [...sheets].flatMap(([path, { classes, used, isComputed }]) =>
    isComputed ? [] : [...classes].filter((name) => !used.has(name)).map((name) => `${path}: .${name}`),
  );
  expect(unused).toEqual([]);
});
