import { Button } from '@mantine/core';
import { IconFileDownload, IconFolderOpen } from '@tabler/icons-react';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { showOpenWork, showSaveWork } from './work-dialogs.tsx';
import { WORK_FILE_TEXTS as TEXTS } from './work-file-texts.ts';
import classes from './WorkFileButtons.module.css';

/** Work that waits is saved to a file, and a saved one is opened. */
export function WorkFileButtons() {
  const { owner } = useMaskPanel();
  const waits = useMask(({ news }) => (news?.unsent ?? 0) > 0);
  if (owner === null) return null;
  return (
    <div className={classes.buttons}>
      {waits && <SaveWorkButton />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFolderOpen size={16} stroke={1.5} aria-hidden />}
        onClick={() => showOpenWork(owner)}
      >
        {TEXTS.open}
      </Button>
    </div>
  );
}

/** `isMain`: it is the next thing to do. */
export function SaveWorkButton({ isMain = false }: { isMain?: boolean }) {
  const { owner } = useMaskPanel();
  if (owner === null) return null;
  return (
    <Button
      size="xs"
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconFileDownload size={16} stroke={1.5} aria-hidden />}
      onClick={() => showSaveWork(owner)}
    >
      {TEXTS.save}
    </Button>
  );
}
