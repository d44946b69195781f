import { LIMITS } from '#contract/limits.ts';
import type { StructureCodes } from '#contract/structures.ts';

/** `Lymph node, left` becomes `lymph-node-left`. Empty if the title has no Latin letter or digit. */
export function titleToSlug(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, LIMITS.structureSlugChars)
    .replace(/-$/, '');
}

/** What is searched, in lower case, one line each. Without the category code, whose meaning most structures share. */
export function structureToSearchText({ title, slug, codes }: { title: string; slug: string; codes: StructureCodes }): string {
  const coded = [codes.type, codes.modifier, codes.laterality].flatMap((code) => (code === null ? [] : [code.value, code.meaning]));
  return [title, slug, ...coded].join('\n').normalize('NFC').toLowerCase();
}
