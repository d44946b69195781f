import { isEmpty, type Bits } from '#imaging/mask/bits/bits.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import type { Code } from '#model/overlays/code.ts';

/** A segment as it leaves. */
export interface ExportedSegment {
  name: string;
  /** `#RRGGBB`. */
  colour: string;
  /** Its value in a label map; 1 at least. */
  value: number;
  bits: Bits;
}

/** What a segment shows, as DICOM codes it. A structure without codes has none. */
export interface SegmentCodes {
  category: Code | null;
  type: Code | null;
  modifier: Code | null;
  laterality: Code | null;
}

/** The segments in as many sets as are needed for none to overlap another of its set: a file for each. Each goes into the first set in which it fits. */
export function nonOverlappingSets<T extends Pick<ExportedSegment, 'bits'>>(segments: readonly T[]): T[][] {
  const sets: { all: Bits; segments: T[] }[] = [];
  for (const segment of segments) {
    const set = sets.find(({ all }) => isEmpty(combined(all, segment.bits, 'intersection')));
    if (set) {
      set.segments.push(segment);
      set.all = combined(set.all, segment.bits, 'union');
    } else sets.push({ all: segment.bits, segments: [segment] });
  }
  return sets.map(({ segments: each }) => each);
}
