import type { ReadTag, SeriesReading } from '#contract/series-reading.ts';

/** The attributes that all series of a study have with the same value. Series that are not read yet, or cannot be read, do not count. */
export function sharedTags(readings: readonly (Pick<SeriesReading, 'facts'> | null)[]): ReadTag[] {
  const [first, ...others] = readings.flatMap((reading) => (reading?.facts ? [reading.facts.tags] : []));
  if (first === undefined) return [];
  return first.filter((tag) => others.every((tags) => tags.some(({ code, value }) => code === tag.code && value === tag.value)));
}
