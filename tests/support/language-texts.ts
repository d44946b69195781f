import { readFileSync, globSync } from 'node:fs';
import { CHECKOUT } from '#commands/checkout.ts';

export type TextsOfFile = Record<string, string>;

/** Of a language other than English: its texts by file. */
export function textsByFile(tag: string): Map<string, TextsOfFile> {
  const paths = globSync(`src/language/${tag}/*.json`, { cwd: CHECKOUT });
  return new Map(paths.map((path) => [path, JSON.parse(readFileSync(`${CHECKOUT}/${path}`, 'utf8')) as TextsOfFile]));
}
