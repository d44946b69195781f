import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';

const MOST_FILES = 45;

/** A folder that holds more needs a line in its README, or in that of the folder above it, that gives the reason. */
test(`no folder contains more than ${MOST_FILES} files without a reason`, async () => {
  const counts = new Map<string, number>();
  const exclude = ['**/node_modules/**', 'tests/**/out/**', '**/__pycache__/**'];
  for await (const file of glob('{src,sw,tests,docs,workers}/**/*.*', { cwd: CHECKOUT, exclude }))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(50);
  const large = [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder);
  const unexplained: string[] = [];
  for (const folder of large) if (!(await isExplained(folder))) unexplained.push(folder);
  expect(unexplained).toEqual([]);
});

async function isExplained(folder: string): Promise<boolean> {
  const readmes = [join(folder, 'README.md'), join(dirname(folder), 'README.md')];
  const texts = await Promise.all(readmes.map((path) => readFile(join(CHECKOUT, path), 'utf8').catch(() => '')));
  return texts[0] !== '' || texts[1]!.includes(`\`${basename(folder)}\``);
}
