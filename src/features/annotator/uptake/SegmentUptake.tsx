import { useEffect, useState } from 'react';
import { afterPause } from '#features/annotator/after-pause.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { useOpenSeries, useWorkstation } from '#features/annotator/workstation.ts';
import { mlText } from '#features/annotator/masks/mask-texts.ts';
import { formatDecimal } from '#ui/format.ts';
import classes from './SegmentUptake.module.css';
import type { Uptake } from '#workers/masks/types.ts';
import { UPTAKE_TEXTS } from './uptake-texts.ts';

/** What a segment on a PET series takes up; nothing on other series, and while it is empty. */
export function SegmentUptake({ segment }: { segment: string }) {
  const { masks } = useWorkstation();
  const series = useMask((state) => state.mask?.series ?? null);
  const open = useOpenSeries(series);
  const news = useMask((state) => state.news);
  const unit = open?.scale?.unit ?? null;
  const isRead = open !== null && open.gridHash !== null;
  const [uptake, setUptake] = useState<Uptake | null>(null);

  useEffect(() => {
    if (unit === null || !isRead) return setUptake(null);
    let isWanted = true;
    const cancel = afterPause(() => {
      masks
        .uptakeOf(segment)
        .then((found) => isWanted && setUptake(found))
        .catch(reportError);
    });
    return () => {
      isWanted = false;
      cancel();
    };
  }, [masks, segment, unit, isRead, news]);

  if (unit === null || uptake === null) return null;
  const { maximum, peak, mean, volumeMl, glycolysis } = uptake;
  const rows: readonly [name: string, value: string][] = [
    [UPTAKE_TEXTS.maximum, formatDecimal(maximum, 2)],
    [UPTAKE_TEXTS.peak, formatDecimal(peak, 2)],
    [UPTAKE_TEXTS.mean, formatDecimal(mean, 2)],
    [UPTAKE_TEXTS.volume, mlText(volumeMl)],
    [UPTAKE_TEXTS.glycolysis, `${formatDecimal(glycolysis, 1)} ${unit}·ml`],
  ];
  return (
    <dl className={classes.values} aria-label={UPTAKE_TEXTS.ofSegment}>
      {rows.map(([name, value]) => (
        <div key={name} className={classes.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
