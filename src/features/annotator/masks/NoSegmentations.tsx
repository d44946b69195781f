import { Button, Skeleton } from '@mantine/core';
import { IconPlus, IconShape } from '@tabler/icons-react';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { MASK_TEXTS } from './mask-texts.ts';
import classes from './SegmentsPanel.module.css';
import type { StudySegmentations } from './study-segmentations.ts';

/** The segmentations of a study are being loaded, are not on this device, or could not be loaded. */
export function UnknownSegmentations({ problem, isFetching, retry }: Pick<StudySegmentations, 'problem' | 'isFetching' | 'retry'>) {
  if (problem === null) return <Skeleton className={classes.loading ?? ''} role="status" aria-label={MASK_TEXTS.loading} />;
  const isOffline = problem === 'offline';
  return (
    <ErrorState title={isOffline ? MASK_TEXTS.offline : MASK_TEXTS.failed} offline={isOffline} retrying={isFetching} onRetry={retry}>
      {isOffline ? MASK_TEXTS.offlineWhy : MASK_TEXTS.failedWhy}
    </ErrorState>
  );
}

/** `onCreate`: null if this user may not make one. */
export function NoSegmentations({ onCreate }: { onCreate: (() => void) | null }) {
  return (
    <EmptyState
      icon={IconShape}
      title={MASK_TEXTS.none}
      action={
        onCreate !== null && (
          <Button leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={onCreate}>
            {MASK_TEXTS.newSegmentation}
          </Button>
        )
      }
    >
      {MASK_TEXTS.noneWhy}
    </EmptyState>
  );
}
