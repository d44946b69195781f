import { useMask } from '#features/annotator/masks/masks-context.tsx';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import classes from './Company.module.css';
import { useOthers } from './use-company.ts';

/** Where the others are, beside the track of the slices; the header says who they are. */
export function CompanyMarks({ series, open }: { series: string; open: OpenSeries }) {
  const maskSeries = useMask(({ mask }) => mask?.series ?? null);
  const others = useOthers();
  const { gridSlices } = open;
  if (series !== maskSeries || gridSlices === null || gridSlices.length < 2) return null;
  return (
    <div className={classes.marks} aria-hidden>
      {others.map(({ connection, color, slice }) => {
        const at = slice === null ? -1 : gridSlices.indexOf(slice);
        if (at < 0) return null;
        const top = `${(100 * at) / (gridSlices.length - 1)}%`;
        return <span key={connection} className={classes.mark} data-mark={at} style={{ '--person': color, top } as object} />;
      })}
    </div>
  );
}
