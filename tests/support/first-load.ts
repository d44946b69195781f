import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CHECKOUT } from '#commands/checkout.ts';

/** Maximum size of gzipped scripts before the first page is shown, defined only here. */
export const FIRST_LOAD_TARGET_KB = 250;

export const DIST = join(CHECKOUT, 'dist');

/** Scripts that the start page loads before any page of the app, which are all loaded lazily: its own scripts and their imports. */
export async function firstLoadScripts(dist = DIST): Promise<string[]> {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const named = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"|<link\b[^>]*\srel="modulepreload"[^>]*\shref="([^"]+)"/g)];
  const scripts = new Set(named.map(([, src, href]) => (src ?? href)!));
  // The iteration includes elements that are added on the way.
  for (const script of scripts) {
    const code = await readFile(join(dist, script), 'utf8');
    for (const [, path] of code.matchAll(/\b(?:from|import)\s*["'](\.[^"']+\.js)["']/g))
      scripts.add(new URL(path!, `http://page${script}`).pathname);
  }
  return [...scripts];
}

export async function firstLoadKb(dist = DIST): Promise<number> {
  const scripts = await firstLoadScripts(dist);
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await readFile(join(dist, script)), { level: 9 }).byteLength));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
