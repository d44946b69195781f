import { ActionIcon } from '@mantine/core';
import { IconAnchor } from '@tabler/icons-react';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import classes from './ReferenceButton.module.css';
import { seriesName, TEXTS } from '#features/upload/texts.ts';

/** Whether a series is the reference series of its study: at most one is (UPL2-025, 066). */
export function ReferenceButton({ series, onToggle }: { series: SeriesView; onToggle: () => void }) {
  return (
    <ActionIcon
      className={classes.anchor}
      aria-label={`${TEXTS.reference}: ${seriesName(series)}`}
      aria-pressed={series.isReference}
      aria-keyshortcuts="R"
      title={`${TEXTS.reference} (R)`}
      disabled={!series.upload}
      onClick={onToggle}
    >
      <IconAnchor size={17} stroke={series.isReference ? 2 : 1.5} aria-hidden />
    </ActionIcon>
  );
}
