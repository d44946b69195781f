import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DIST, firstLoadScripts } from '#tests/support/first-load.ts';

/** Every page of a signed-in user loads these, whichever it is. */
const OF_EVERY_PAGE = /^(SignedInProviders|drop-readable|ClearLayout)-/;
const OF_THE_ANNOTATOR = /^(Annotator(Page|Route)|voxels\.worker)-/;

/** kB of gzipped scripts that the annotator loads beyond those of every page: its own, with their imports, and its worker. */
export async function annotatorScriptKb(): Promise<number> {
  const names = (await readdir(join(DIST, 'assets'))).filter((name) => name.endsWith('.js'));
  const known = new Set((await firstLoadScripts()).map((path) => path.split('/').at(-1)!));
  for (const name of await withImports(names.filter((one) => OF_EVERY_PAGE.test(one)))) known.add(name);
  const own = (await withImports(names.filter((one) => OF_THE_ANNOTATOR.test(one)))).filter((name) => !known.has(name));
  const sizes = await Promise.all(own.map(async (name) => gzipSync(await readFile(join(DIST, 'assets', name)), { level: 9 }).length));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

async function withImports(names: readonly string[]): Promise<string[]> {
  const found = new Set(names);
  // The iteration includes elements that are added on the way.
  for (const name of found) {
    const code = await readFile(join(DIST, 'assets', name), 'utf8');
    for (const [, path] of code.matchAll(/\b(?:from|import)\s*["']\.\/([^"'/]+\.js)["']/g)) found.add(path!);
  }
  return [...found];
}
