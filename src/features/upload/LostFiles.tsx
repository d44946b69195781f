import { Button } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import type { UploadView } from '#model/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { lostText, lostTitle, SENDING_TEXTS } from './sending-texts.ts';
import { namesText } from './texts.ts';

/** Files of an upload on its way whose bytes this browser removed: by name, with the way to give them back. */
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

export function lostProblems(problems: UploadView['problems']): UploadView['problems'] {
  return problems.filter(({ problem }) => problem === 'lost-on-device');
}
