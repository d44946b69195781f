import { cellPoints, type SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { useOpenSeries } from '#features/annotator/workstation.ts';
import classes from './ClickMarks.module.css';
import { useClicks } from './use-clicks.ts';

/** Where somebody has clicked on a stored slice, until that is accepted or discarded. */
export function ClickMarks({ shown, size, pane }: Pick<SeenPane, 'shown' | 'size' | 'pane'>) {
  const { clicks } = useClicks();
  const series = useMask((state) => state.mask?.series ?? null);
  const open = useOpenSeries(series);
  if (clicks.length === 0 || shown === null || shown.of.series !== series || !('slice' in shown.picture)) return null;
  const slice = open?.gridSlices?.[shown.picture.slice];
  const here = clicks.filter(({ place }) => place[2] === slice);
  return cellPoints(
    { shown, size, pane },
    here.map(({ place: [column, row] }) => [column, row] as const),
  ).map(({ x, y }, at) => {
    const { isInside } = here[at]!;
    const path = `M${x - 4} ${y}H${x + 4}${isInside ? `M${x} ${y - 4}V${y + 4}` : ''}`;
    return (
      <g key={at} className={classes.mark} data-click={isInside ? 'inside' : 'outside'}>
        <path d={path} data-edge />
        <path d={path} />
      </g>
    );
  });
}
