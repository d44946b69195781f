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
  const key = `${segment} ${unit}`;
  const [known, setKnown] = useState<{ key: string; uptake: Uptake | null } | null>(null);

  useEffect(() => {
    if (unit === null || !isRead) return;
    let isWanted = true;
    const cancel = afterPause(() => {
      masks
        .uptakeOf(segment)
        .then((uptake) => isWanted && setKnown({ key, uptake }))
        .catch(reportError);
    });
    return () => {
      isWanted = false;
      cancel();
    };
  }, [masks, segment, unit, key, isRead, news]);

  // That of another segment, or in another unit, is not shown meanwhile.
  if (unit === null || known?.key !== key || known.uptake === null) return null;
  const { maximum, peak, mean, volumeMl, glycolysis } = known.uptake;
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
