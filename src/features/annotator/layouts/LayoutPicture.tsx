import type { LayoutContent } from '#contract/layouts.ts';
import classes from './SavedLayouts.module.css';

/** A small drawing of the panes. */
export function LayoutPicture({ layout: { rows, columns, large } }: { layout: Pick<LayoutContent, 'rows' | 'columns' | 'large'> }) {
  const rest = large ? columns - 1 : columns;
  return (
    <span
      className={classes.picture}
      aria-hidden
      style={{
        gridTemplateColumns: `${large ? '1.5fr ' : ''}repeat(${rest}, 1fr)`,
        gridTemplateRows: `repeat(${rows}, 1fr)`,
      }}
    >
      {large && <span style={{ gridRow: `1 / span ${rows}` }} />}
      {Array.from({ length: rows * rest }, (_, at) => (
        <span key={at} />
      ))}
    </span>
  );
}
