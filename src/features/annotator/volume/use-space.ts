import { useMemo } from 'react';
import type { VolumeLook } from '#features/annotator/station/pane.ts';
import { usedWays } from '#features/annotator/station/station.ts';
import { wayBetween, type Space } from '#features/annotator/station/ways.ts';
import { useOpenSeries, useStation } from '#features/annotator/workstation.ts';
import type { Vector } from '#model/pictures/geometry.ts';
import { IDENTITY, pointThrough } from '#model/registrations/rigid.ts';

/** Where the crosshair is in the space of a volume, and whether the surfaces of a mask, which is on another series, would lie elsewhere in it. */
export function useSpaceOf3d(look: VolumeLook | null, maskSeries: string | null): { mark: Vector | null; isElsewhere: boolean } {
  const cursor = useStation((now) => now.cursor);
  const registrations = useStation((now) => now.registrations);
  const space = useSpaceOf(look?.series ?? null);
  const ofMask = useSpaceOf(maskSeries);
  return useMemo(() => {
    const ways = usedWays({ registrations });
    const toVolume = cursor && space && wayBetween(ways, cursor, space);
    return {
      mark: toVolume && pointThrough(toVolume, cursor!.point),
      isElsewhere: space !== null && ofMask !== null && wayBetween(ways, ofMask, space) !== IDENTITY,
    };
  }, [cursor, registrations, space, ofMask]);
}

/** Null while the series is not open. */
function useSpaceOf(series: string | null): Space | null {
  const open = useOpenSeries(series);
  const frameOfReference = open?.frameOfReference ?? null;
  return useMemo(() => (series === null || frameOfReference === null ? null : { series, frameOfReference }), [series, frameOfReference]);
}
