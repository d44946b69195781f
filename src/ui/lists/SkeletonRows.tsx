import { Skeleton } from '@mantine/core';
import table from './table.module.css';

interface SkeletonCell {
  /** Of the bar in its cell, e.g. `60%`. */
  width: string;
  /** The class of the cell in a real row, which may hide it on narrow screens. */
  className?: string | undefined;
}

/** The rows of a table while it loads. Screen readers skip them. */
export function SkeletonRows({ rows, cells }: { rows: number; cells: readonly SkeletonCell[] }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className={table.row} data-skeleton aria-hidden>
      {cells.map(({ width, className = '' }, cell) => (
        <Skeleton key={cell} className={className} width={width} height={12} />
      ))}
    </div>
  ));
}
