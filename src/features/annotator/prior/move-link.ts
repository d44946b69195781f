import type { Workstation } from '#features/annotator/workstation.ts';
import { linkOf } from './link-of.ts';

/** Moves the earlier study by a step against the later one. Without two studies side by side nothing happens. */
export function moveLink(
  { station, series }: Pick<Workstation, 'station' | 'series'>,
  ages: ReadonlyMap<string, number>,
  direction: 1 | -1,
): void {
  const link = linkOf(
    station.read(),
    (uuid) => series.peek(uuid),
    (uuid) => ages.get(uuid) ?? null,
  );
  if (link === null) return;
  station.act({ act: 'move-link', pane: link.pane, against: link.against, byMm: direction * link.stepMm });
}
