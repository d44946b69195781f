import type { Workstation } from '#features/annotator/workstation.ts';
import { linkOf, type StudyLink } from './link-of.ts';

/** By the UUID of a series: the place of its study, with 0 for the one that is read. */
export type StudyAges = ReadonlyMap<string, number>;

export function linkNow({ station, series }: Pick<Workstation, 'station' | 'series'>, ages: StudyAges): StudyLink | null {
  return linkOf(
    station.read(),
    (uuid) => series.peek(uuid),
    (uuid) => ages.get(uuid) ?? null,
  );
}

/** Moves the earlier study by a step against the later one. Without two studies side by side nothing happens. */
export function moveLink(workstation: Pick<Workstation, 'station' | 'series'>, ages: StudyAges, direction: 1 | -1): void {
  const link = linkNow(workstation, ages);
  if (link === null) return;
  workstation.station.act({ act: 'move-link', pane: link.pane, against: link.against, byMm: direction * link.stepMm });
}
