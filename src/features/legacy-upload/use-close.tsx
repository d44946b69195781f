import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { LegacyView } from '#localdb/legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { clearUpload } from '#localdb/upload-commands.ts';
import { CloseQuestion } from './CloseQuestion.tsx';

/** Closing ends the session: what is on its way, or was not seen to its end, is asked about first. */
export function useClose(db: LocalDb, view: LegacyView, onClosed: () => void): { close: () => void; question: ReactNode } {
  const [asking, { open, close: keep }] = useDisclosure(false);
  const closeNow = () => {
    keep();
    void clearUpload(db, view.id).then(onClosed);
  };
  const isAsked = view.step !== 'done' && view.files.total > 0;
  return { close: isAsked ? open : closeNow, question: <CloseQuestion opened={asking} onKeep={keep} onClose={closeNow} /> };
}
