import { Kbd, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import type { NoPreview } from '#workers/preview/types.ts';
import { isTile, type Tile } from '#workers/preview/types.ts';
import { LargeSlice } from './LargeSlice.tsx';
import classes from './HoverPreview.module.css';

interface HoverPreviewProps {
  opened: boolean;
  onClose: () => void;
  series: SeriesView;
  slice: number;
  tile: Tile | NoPreview | undefined;
  children: ReactNode;
}

/** A larger preview next to the row; it ignores the pointer, so that everything below stays reachable. */
export function HoverPreview({ opened, onClose, series, slice, tile, children }: HoverPreviewProps) {
  return (
    // Something to look at beside the row, not a dialog.
    <Popover opened={opened} onDismiss={onClose} position="left" withRoles={false} trapFocus={false} closeOnEscape>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={classes.preview}>
        <div className={classes.frame}>{tile && isTile(tile) && <LargeSlice series={series} slice={slice} tile={tile} />}</div>
        <p className={classes.hint}>
          <Kbd>wheel</Kbd> slices <Kbd>drag</Kbd> window <Kbd>click</Kbd> full size
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
