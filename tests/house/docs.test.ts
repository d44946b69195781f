import 'fake-indexeddb/auto';
import { existsSync } from 'node:fs';
import { glob, readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { LocalDb } from '#localdb/schema.ts';

const read = (path: string): Promise<string> => readFile(join(CHECKOUT, path), 'utf8');

/** What stands in backticks in the first cell of any table. */
function firstCells(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!));
}

async function packagesOf(manifest: string): Promise<string[]> {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(await read(manifest)) as Record<
    string,
    Record<string, string> | undefined
  >;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

describe('docs/dependencies.md', () => {
  it('has a line for every package, and none for a removed one', async () => {
    const product = await packagesOf('package.json');
    const beside = await packagesOf('tests/bench/peers/package.json');
    const services = await packagesOf('tests/services/package.json');
    const used = [...product, ...beside, ...services];
    expect(firstCells(await read('docs/dependencies.md')).toSorted()).toEqual(used.toSorted());
  });
});

describe('docs/storage.md', () => {
  it('has a row for every table on the device', async () => {
    const tables = new LocalDb(1).tables.map((table) => table.name);
    expect(firstCells(await read('docs/storage.md'))).toEqual(expect.arrayContaining(tables));
  });

  it('has a row for every table on the server', async () => {
    const files = ['schema', 'ai-tables', 'file-area-tables', 'flow-tables'].map((name) => read(`src/server/db/${name}.ts`));
    const text = (await Promise.all(files)).join('');
    const schema = [...text.matchAll(/export interface (?:Schema|AiTables)\b[^{]*\{([^}]+)\}/g)].map((match) => match[1]!).join('\n');
    const tables = [...schema.matchAll(/^\s*(\w+):/gm)].map((match) => match[1]!);
    expect(tables).toEqual(expect.arrayContaining(['user', 'ai_job']));
    expect(firstCells(await read('docs/storage.md'))).toEqual(expect.arrayContaining(tables));
  });
});

describe('docs/decisions', () => {
  it('has a number and a title for every record, and no number twice', async () => {
    const records = (await readdir(join(CHECKOUT, 'docs/decisions'))).filter((name) => name !== 'README.md');
    for (const name of records) {
      expect(name).toMatch(/^\d{3}-[a-z0-9-]+\.md$/);
      expect(await read(`docs/decisions/${name}`)).toMatch(/^# \S/);
    }
    const numbers = records.map((name) => name.slice(0, 3));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe('docs/architecture.md', () => {
  it('names every folder of the sources [BASE-19]', async () => {
    const page = await read('docs/architecture.md');
    const folders = (await readdir(join(CHECKOUT, 'src'), { withFileTypes: true })).filter((entry) => entry.isDirectory());
    for (const { name } of folders) expect(page).toContain(`src/${name}`);
  });
});

describe('README.md', () => {
  it('has no table, and no line that a terminal would wrap', async () => {
    for (const line of (await read('README.md')).split('\n')) {
      expect(line).not.toMatch(/^\|/);
      expect(line.length).toBeLessThanOrEqual(140);
    }
  });
});

describe('links', () => {
  it('point to existing files', async () => {
    for await (const page of glob(['*.md', 'docs/**/*.md'], { cwd: CHECKOUT })) {
      const targets = [...(await read(page)).matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1]!);
      for (const target of targets) expect(existsSync(join(CHECKOUT, dirname(page), target)), `${page}: ${target}`).toBe(true);
    }
  });
});
