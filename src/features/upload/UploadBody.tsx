import { Skeleton } from '@mantine/core';
import type { LocalDb } from '#localdb/schema.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { useBodyPartForAll } from './configuration/use-body-part-for-all.ts';
import { FinishedState } from './finished/FinishedState.tsx';
import { ReadyState } from './intake/ReadyState.tsx';
import type { FileInput } from './intake/use-file-input.ts';
import { PreviewState } from './preview/PreviewState.tsx';
import { SendingState } from './sending/SendingState.tsx';
import classes from './UploadPage.module.css';

interface UploadBodyProps {
  db: LocalDb;
  userId: number;
  view: UploadView | null | undefined;
  input: FileInput;
}

/** One component for each state of the upload. */
export function UploadBody({ db, userId, view, input }: UploadBodyProps) {
  // Here, because it is chosen on the empty page and applied in the preview.
  const { forAll, setForAll } = useBodyPartForAll(db, view);
  if (view === undefined) return <Skeleton className={classes.skeleton ?? ''} />;
  switch (view?.state) {
    case undefined:
    case 'ready':
      return <ReadyState userId={userId} forAll={forAll} onSetForAll={setForAll} input={input} />;
    case 'preview':
      return <PreviewState db={db} userId={userId} view={view} onSetForAll={setForAll} input={input} />;
    case 'upload':
    case 'converting':
      return <SendingState db={db} view={view} input={input} />;
    case 'finished':
      return <FinishedState db={db} view={view} />;
  }
}
