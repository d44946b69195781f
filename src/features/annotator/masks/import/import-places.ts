import type { StructureCodes } from '#contract/structures.ts';
import type { DrawnSegment, DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import type { ArrivingSegment } from '#workers/masks/types.ts';

/** Characters of a title. */
const MOST_TITLE = 100;

/** What a new segment is called: without the name of the structure, which our own export puts first. Empty: as the server names it. */
export function titleOf({ name }: Pick<ArrivingSegment, 'name'>, structure: string): string {
  const own = name.startsWith(`${structure} `) ? name.slice(structure.length + 1) : name;
  return own.trim().slice(0, MOST_TITLE);
}

/** The segment that is most likely the same: of the same codes if there is only one, else of the same title. Null if there is none. */
export function sameSegment(
  arriving: Pick<ArrivingSegment, 'name' | 'codes'>,
  { structure, segments }: Pick<DrawnSegmentation, 'structure' | 'segments'>,
  codes: StructureCodes | null,
): DrawnSegment | null {
  const shown = segments.filter(({ waits }) => waits !== 'deletion');
  // Segments have the codes of their structure, so these say nothing where there are several.
  if (codes !== null && shown.length === 1 && haveSameCodes(arriving.codes, codes)) return shown[0]!;
  const title = titleOf(arriving, structure.title);
  return shown.find((segment) => segment.title !== null && segment.title === title) ?? null;
}

function haveSameCodes(a: ArrivingSegment['codes'], b: StructureCodes): boolean {
  const same = (part: 'type' | 'modifier' | 'laterality'): boolean =>
    a[part]?.value === b[part]?.value && a[part]?.scheme === b[part]?.scheme;
  return a.type !== null && same('type') && same('modifier') && same('laterality');
}
