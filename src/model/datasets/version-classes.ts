import type { VersionClass } from '#contract/dataset-versions.ts';

/** A segment of a segmentation that could be in a version. */
export interface TitledSegment {
  uuid: string;
  title: string;
}

export interface VersionClasses {
  classes: VersionClass[];
  /** The value of each segment, in the order of the segmentation; null if its segments are others than the classes. */
  valuesOf(segments: readonly TitledSegment[]): { segment: string; value: number }[] | null;
}

/** A label map has values of 8 bits. */
const MOST_CLASSES = 255;

/**
 * The classes of a version: the segments that most segmentations have, by title, whatever its case. Their order is that of the first of these segmentations.
 * The same segmentations give the same classes in any order.
 */
export function classesOf(segmentations: readonly (readonly TitledSegment[])[]): VersionClasses {
  const sets = Map.groupBy(segmentations, (segments) => keyOf(segments));
  sets.delete(null);
  const [most] = [...sets].toSorted(([one, a], [other, b]) => b.length - a.length || (one! < other! ? -1 : 1));
  const [key, titles] = most === undefined ? [null, []] : [most[0], firstByOrder(most[1])];
  const classes = titles.map((title, at) => ({ value: at + 1, title }));
  const valueByTitle = new Map(titles.map((title, at) => [comparable(title), at + 1]));
  return {
    classes,
    valuesOf: (segments) =>
      key !== null && keyOf(segments) === key
        ? segments.map(({ uuid, title }) => ({ segment: uuid, value: valueByTitle.get(comparable(title))! }))
        : null,
  };
}

/** Null: it cannot be classes. */
function keyOf(segments: readonly TitledSegment[]): string | null {
  const titles = new Set(segments.map(({ title }) => comparable(title)));
  if (titles.size === 0 || titles.size < segments.length || titles.size > MOST_CLASSES) return null;
  return JSON.stringify([...titles].toSorted());
}

/** Segmentations may have the same segments in different orders: that of most, then the first by its text. */
function firstByOrder(segmentations: readonly (readonly TitledSegment[])[]): string[] {
  const orders = Map.groupBy(segmentations, (segments) => segments.map(({ title }) => comparable(title)).join('\n'));
  const [[, same]] = [...orders].toSorted(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1)) as [
    [string, (readonly TitledSegment[])[]],
  ];
  const spellings = same
    .map((segments) => segments.map(({ title }) => title.trim()))
    .toSorted((a, b) => (a.join('\n') < b.join('\n') ? -1 : 1));
  return spellings[0]!;
}

const comparable = (title: string): string => title.normalize('NFC').trim().toLowerCase();
