import { Kbd, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SeriesView } from '#model/upload-view.ts';
import type { NoPreview } from '#workers/preview/types.ts';
import { isTile, type Tile } from '#workers/preview/types.ts';
import { LargeSlice } from './LargeSlice.tsx';
import classes from './Peek.module.css';

interface PeekProps {
  opened: boolean;
  onClose: () => void;
  series: SeriesView;
  slice: number;
  tile: Tile | NoPreview | undefined;
  children: ReactNode;
}

/** A larger look beside the row; the pointer goes through it, so that nothing below is out of reach. */
export function Peek({ opened, onClose, series, slice, tile, children }: PeekProps) {
  return (
    <Popover opened={opened} onDismiss={onClose} position="left" trapFocus={false} closeOnEscape>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.peek}>
        <div className={classes.frame}>{tile && isTile(tile) && <LargeSlice series={series} slice={slice} tile={tile} />}</div>
        <p className={classes.hint}>
          <Kbd>wheel</Kbd> slices <Kbd>drag</Kbd> window <Kbd>click</Kbd> full size
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
