import { useEffect, useState } from 'react';
import type { Series } from '#contract/study-detail.ts';
import type { Suv } from '#contract/suv.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { SeriesSource } from '#workers/series/types.ts';
import type { StudyOfStrip } from './frame/SeriesStrip.tsx';
import { firstSlice } from './shown-series.ts';
import { createWorkstation, type Workstation } from './workstation.ts';

/** One worker for as long as the page is open, whatever is learned of the study meanwhile. */
export function useNewWorkstation(
  db: LocalDb,
  userId: number,
  study: string,
  studies: readonly StudyOfStrip[],
  first: Series | null,
): Workstation | null {
  const [workstation, setWorkstation] = useState<Workstation | null>(null);
  const [sources] = useState(() => new Map<string, SeriesSource>());
  const [suvs] = useState(() => new Map<string, Suv>());
  const [overlays] = useState(() => new Map<string, readonly Series[]>());
  for (const study of studies) {
    for (const one of study.series) {
      sources.set(one.uuid, sourceOf(one));
      overlays.set(one.uuid, study.overlays);
      const suv = one.reading?.facts?.suv;
      if (suv !== undefined) suvs.set(one.uuid, suv);
    }
  }
  const firstUuid = first?.uuid ?? null;
  const slice = first === null ? 0 : firstSlice(first);
  useEffect(() => {
    if (firstUuid === null) return;
    const created = createWorkstation({
      db,
      userId,
      sourceOf: (uuid) => sources.get(uuid) ?? null,
      suvOf: (uuid) => suvs.get(uuid) ?? null,
      overlaysOf: (uuid) => overlays.get(uuid) ?? [],
      study,
    });
    created.station.act({ act: 'show-series', pane: 0, series: firstUuid, slice });
    // The pane would ask for it as well, but only after the whole page has been drawn.
    created.series.open(firstUuid, slice);
    setWorkstation(created);
    return () => {
      created.compare.end();
      created.clicks.end();
      created.scribbles.end();
      created.deviceRuns.cancel();
      created.voxels.end();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a later first series must not replace what somebody looks at
  }, [db, userId, study, sources, suvs, overlays, firstUuid === null]);
  useEffect(() => workstation?.overlays.offersChanged(), [workstation, studies]);
  return workstation;
}

/** DICOM as it was sent, or its volume where the files are out of reach; an uploaded volume directly. */
function sourceOf({ uuid, type, volumes }: Series): SeriesSource {
  const volumeId = volumes[0]?.id ?? null;
  const bricks = volumes[0]?.bricks ?? null;
  if (type === 'nii' && volumeId !== null) return { of: 'volume', volumeId, bricks };
  // Of several volumes, nobody knows which slices are in which.
  return { of: 'originals', seriesUuid: uuid, volumeId, bricks: volumes.length === 1 ? bricks : null };
}
