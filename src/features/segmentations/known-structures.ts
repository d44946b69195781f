import type { Structure } from '#contract/structures.ts';
import { structureToSearchText } from '#model/structure-texts.ts';

/** What is kept of a structure for choosing one without the server. */
export type KnownStructure = Pick<Structure, 'id' | 'slug' | 'title' | 'category' | 'color' | 'codes'>;

export const toKnownStructure = ({ id, slug, title, category, color, codes }: Structure): KnownStructure => ({
  ...{ id, slug, title, category, color, codes },
});

/** The structures that this device knows and a search finds, as the server searches: each word occurs in the title, the slug or the codes. */
export function findStructures(structures: readonly KnownStructure[], search: string): KnownStructure[] {
  const words = search.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean);
  return structures.filter((structure) => {
    const text = structureToSearchText(structure);
    return words.every((word) => text.includes(word));
  });
}
