import { isNoSlice } from '#model/pictures/no-slice.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { isOpened, type OpenSeries, type SeriesStore } from '#features/annotator/station/series-store.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import { isOn, sliceOf, type SlicePlace } from './slice-place.ts';

/** The picture that something was measured on, also of a series that no pane shows; null if it cannot be read now. */
export async function pictureOf({ series, pictures }: Workstation, place: SlicePlace): Promise<StoredSlice | null> {
  series.open(place.series, place.slice);
  const open = await until(series, place.series, ({ opened }) => opened !== null);
  if (!isOpened(open.opened)) return null;
  const { id } = open.opened;
  const read = async (state: OpenSeries): Promise<StoredSlice | null> => {
    for (;;) {
      const picture = await pictures.get(id, sliceOf(place, state));
      if (isNoSlice(picture) || !isOn(place, place.series, picture)) return null;
      if (!picture.isCoarse) return picture;
      const bricks = series.peek(place.series)?.bricks ?? null;
      if (bricks === null || bricks.isAway || bricks.damaged > 0) return null;
      await nextChange(series);
    }
  };
  // Until all slices have been read, only their usual order is known.
  return (
    (await read(open)) ??
    (await read(await until(series, place.series, ({ gridHash, noPlanes }) => gridHash !== null || noPlanes !== null)))
  );
}

function nextChange(store: SeriesStore): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = store.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });
}

function until(store: SeriesStore, uuid: string, isReached: (series: OpenSeries) => boolean): Promise<OpenSeries> {
  return new Promise((resolve) => {
    const unsubscribe = store.subscribe(check);
    check();
    function check() {
      const series = store.peek(uuid);
      if (series === null || !isReached(series)) return;
      // Subscribed before the first check, which may be within the call.
      queueMicrotask(() => unsubscribe());
      resolve(series);
    }
  });
}
