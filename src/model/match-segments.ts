/** A segmentation, or an earlier state of it, with the segments that can be compared. */
export interface MatchedSide {
  /** Slug of its structure, and the code of that (`scheme value`); null if it has none or is not known. */
  structure: string;
  code: string | null;
  segments: readonly MatchedSegment[];
}

interface MatchedSegment {
  uuid: string;
  title: string;
  /** In the mask. Left out: values say nothing. */
  value?: number;
}

/** Segments that show the same: one of each side, or null. */
export interface MatchedSegments {
  title: string;
  uuids: readonly (string | null)[];
}

interface Group extends MatchedSegments {
  uuids: (string | null)[];
  value: number | undefined;
  /** Of the side of its first segment. */
  of: MatchedSide;
}

/**
 * Which segments are the same. Of one structure (by code, else by slug): those of one title, then the only ones that both have, then those of one
 * value. Of different structures: those of one title that somebody has chosen, because 'Part 1' says nothing of what it is. In the order of the
 * first side.
 */
export function matchedSegments(sides: readonly MatchedSide[]): MatchedSegments[] {
  const groups: Group[] = [];
  for (const [place, side] of sides.entries()) {
    const isFree = ({ uuids }: Group): boolean => uuids[place] === null;
    const left = side.segments.filter((segment) => {
      const found = groups.find((group) => isFree(group) && haveSameTitle(group, side, segment.title));
      if (found) found.uuids[place] = segment.uuid;
      return found === undefined;
    });
    const only = groups.find((group) => isFree(group) && isSameStructure(group.of, side) && group.of.segments.length === 1);
    if (left.length === 1 && side.segments.length === 1 && only) {
      only.uuids[place] = left[0]!.uuid;
      continue;
    }
    for (const { uuid, title, value } of left) {
      const alike = groups.find(
        (group) => isFree(group) && isSameStructure(group.of, side) && group.value !== undefined && group.value === value,
      );
      if (alike) alike.uuids[place] = uuid;
      else groups.push({ title, value, uuids: sides.map((_, at) => (at === place ? uuid : null)), of: side });
    }
  }
  return groups.map(({ title, uuids }) => ({ title, uuids }));
}

const wordsOf = (title: string): string => title.trim().toLowerCase();
/** As the server names segments. */
const NUMBERED = /^part \d+$/;

function haveSameTitle({ title, of }: Group, side: MatchedSide, other: string): boolean {
  const words = wordsOf(title);
  return words === wordsOf(other) && (isSameStructure(of, side) || !NUMBERED.test(words));
}

function isSameStructure(a: MatchedSide, b: MatchedSide): boolean {
  return a.code !== null && b.code !== null ? a.code === b.code : a.structure === b.structure;
}
