import { isNoSlice } from '#model/pictures/no-slice.ts';
import type { Voxels } from '#workers/voxels/handle.ts';
import type { SeriesProgress } from '#workers/voxels/types.ts';
import { seriesUuid } from './series-server.ts';

/** The ID of a series of the bench's server, once all of it is in the memory of the worker. */
export function openWhole(voxels: Voxels, number: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onProgress = ({ id, geometry }: SeriesProgress): void => {
      if (geometry === null) return;
      if (geometry.noPlanes === null) resolve(id);
      else reject(new Error(`Series ${number} has no planes: ${geometry.noPlanes}`));
    };
    voxels
      .open({ of: 'originals', seriesUuid: seriesUuid(number) }, 0, onProgress, null)
      .then((opened) => isNoSlice(opened) && reject(new Error(`Series ${number} was not opened: ${opened.noPicture}`)), reject);
  });
}
