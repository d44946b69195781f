import { Button, Skeleton } from '@mantine/core';
import { IconArrowsDiagonalMinimize2 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { openLegacyUpload } from '#localdb/legacy-upload/legacy-uploads.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useLegacyUpload } from '#localdb/legacy-upload/use-legacy-upload.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Page } from '#ui/Page.tsx';
import { LegacyPanel } from './LegacyPanel.tsx';
import classes from './LegacyPanel.module.css';
import { TEXTS } from './texts.ts';
import { useLegacyRun } from './session/use-legacy-run.ts';

/** `/upload`: the full panel. A session exists before its first file, so that its id can be read (LEG-003). */
export function LegacyPage({ db, userId }: { db: LocalDb; userId: number }) {
  const view = useLegacyUpload(db);
  const { run, isSmall } = useLegacyRun(db, userId);
  const isThere = view !== null;
  useEffect(() => {
    if (!isThere) void openLegacyUpload(db).catch((cause: unknown) => reportError(cause));
  }, [db, isThere]);

  function body() {
    if (view == null) return <Skeleton className={classes.skeleton ?? ''} />;
    if (!isSmall || (view.step === 'ready' && view.files.total === 0)) {
      return (
        <LegacyPanel key={view.id} db={db} userId={userId} view={view} onClosed={() => run.show({ isSmall: false, hasGivenUp: false })} />
      );
    }
    const enlarge = (
      <Button variant="default" onClick={() => run.show({ isSmall: false })}>
        {TEXTS.fullScreen}
      </Button>
    );
    return (
      <EmptyState icon={IconArrowsDiagonalMinimize2} title={TEXTS.isSmall} action={enlarge}>
        {TEXTS.isSmallWhy}
      </EmptyState>
    );
  }

  return (
    <Page title={TEXTS.title}>
      <div className={classes.place}>{body()}</div>
    </Page>
  );
}
