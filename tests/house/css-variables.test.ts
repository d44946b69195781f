import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cssVariablesResolver, theme } from '#app/theme/theme.ts';
import { CHECKOUT } from '#commands/checkout.ts';

/** Those of Mantine are made from its theme while the page runs. */
const OF_MANTINE = /^--mantine-/;

/** By name: the files that use it. `defined`: by the theme, in a sheet, by a component in its `style`, or by a component of Mantine in its sheets. */
async function readVariables(): Promise<{ used: Map<string, Set<string>>; defined: Set<string> }> {
  const used = new Map<string, Set<string>>();
  const { variables, dark, light } = cssVariablesResolver(theme as never);
  const defined = new Set([variables, dark, light].flatMap((each) => Object.keys(each)));
  for await (const path of glob(['src/**/*.{css,ts,tsx}', 'index.html', 'node_modules/@mantine/*/styles.css'], { cwd: CHECKOUT })) {
    const source = (await readFile(join(CHECKOUT, path), 'utf8')).replace(/\/\*[^]*?\*\//g, '');
    // A declaration, and a key or an argument of a script: `'--size':`, `setProperty('--size', …)`.
    for (const [, name] of source.matchAll(/(?<![\w(-])['"`]?(--[a-z][\w-]*)['"`]?(?: as string)?\]?\s*[:,]/gi)) defined.add(name!);
    if (path.startsWith('node_modules')) continue;
    for (const [, name] of source.matchAll(/var\(\s*(--[a-z][\w-]*)/gi)) used.set(name!, (used.get(name!) ?? new Set()).add(path));
  }
  return { used, defined };
}

test('every CSS variable that is used is defined', async () => {
  const { used, defined } = await readVariables();
  expect(used.size).toBeGreaterThan(50);
  const unknown = [...used].filter(([name]) => !OF_MANTINE.test(name) && !defined.has(name));
  expect(unknown.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
});
