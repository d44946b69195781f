import { useDeferredValue } from 'react';
import { useShownUpload } from '#localdb/upload/use-upload-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useFinishedToast } from './finished/use-finished-toast.ts';
import { useIntake } from './intake/use-intake.ts';

/** The upload that the page shows, and the intake that adds files to it. The view is undefined while it is read, null if there is none. */
export function useUpload(db: LocalDb, userId: number) {
  const intake = useIntake(db, userId);
  // Deferred, so that the page stays responsive: the change from preview to sending draws for 60 ms with a hundred series.
  const view = useDeferredValue(useShownUpload(db, intake.isGrowing));
  useFinishedToast(view);
  return { view, intake };
}
