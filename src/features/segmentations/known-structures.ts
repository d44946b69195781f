import type { Structure } from '#contract/structures.ts';
import { structureToSearchText } from '#model/structure-texts.ts';

/** The structures that this device knows and a search finds, as the server searches: each word occurs in the title, the slug or the codes. */
export function findStructures(structures: readonly Structure[], search: string): Structure[] {
  const words = search.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean);
  return structures.filter((structure) => {
    const text = structureToSearchText(structure);
    return words.every((word) => text.includes(word));
  });
}
