import { Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { lostProblems } from './may-add-files.ts';
import { lostText, lostTitle, SENDING_TEXTS } from '#features/upload/sending/sending-texts.ts';
import { namesText } from '#features/upload/texts.ts';

/** Files of a running upload whose bytes this browser deleted: their names, and a button to add them again. */
export function LostFiles({ problems, onBrowse }: Pick<UploadView, 'problems'> & { onBrowse: () => void }) {
  const lost = lostProblems(problems);
  if (lost.length === 0) return null;
  const browse = (
    <Button variant="default" onClick={onBrowse}>
      {SENDING_TEXTS.chooseAgain}
    </Button>
  );
  return (
    <Note tone="you" icon={IconFileAlert} title={lostTitle(lost.length)} action={browse}>
      {lostText(namesText(lost.map(({ name }) => name)))}
    </Note>
  );
}
