import { Kbd, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
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
          <Kbd>{t('wheel')}</Kbd> {t('slices')} <Kbd>{t('drag')}</Kbd> {t('window')} <Kbd>{t('click')}</Kbd> {t('full size')}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
