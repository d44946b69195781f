import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { clearUpload } from '#localdb/upload/upload-commands.ts';
import { CloseQuestion } from './CloseQuestion.tsx';

/** Closing ends the session, so it asks first while an upload is in progress or its result was not seen. */
export function useClose(db: LocalDb, view: LegacyView, onClosed: () => void): { close: () => void; question: ReactNode } {
  const [asking, { open, close: keep }] = useDisclosure(false);
  const closeNow = () => {
    keep();
    void clearUpload(db, view.id).then(onClosed);
  };
  const isAsked = view.step !== 'done' && view.files.total > 0;
  return { close: isAsked ? open : closeNow, question: <CloseQuestion opened={asking} onKeep={keep} onClose={closeNow} /> };
}
