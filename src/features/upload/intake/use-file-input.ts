import { useHotkeys } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { useBrowse } from '#ui/upload/use-browse.tsx';
import { usePageDrop } from '#ui/upload/use-page-drop.ts';
import { useServerArchives, type ServerArchives } from '#features/upload/archives/use-server-archives.ts';
import { TEXTS } from '#features/upload/texts.ts';
import type { IntakeOutline } from './intake-run.ts';
import { mayAddFiles } from './may-add-files.ts';
import type { UsedIntake } from './use-intake.ts';

export interface FileInput extends ServerArchives, Pick<IntakeOutline, 'isCopying' | 'waiting' | 'trouble'> {
  /** Removes the files that wait for storage space. */
  leaveOut: () => void;
  browseFiles: () => void;
  browseFolder: (() => void) | null;
  /** The hidden inputs; null while the page accepts no files. */
  inputs: ReactNode;
  /** Files are dragged over the page. */
  isDragging: boolean;
}

/** All ways to add files to the upload: dialogs, their keys, drops, and archives that the server opens. */
export function useFileInput(
  db: LocalDb,
  view: UploadView | null | undefined,
  intake: UsedIntake,
  rules: DeidentifyRules | null,
): FileInput {
  const { isCopying, waiting, trouble, take, leaveOut } = intake;
  const serverArchives = useServerArchives(db, view, rules, intake);
  const { browseFiles, browseFolder, inputs } = useBrowse(take, { files: TEXTS.browseFiles, folder: TEXTS.browseFolder });
  const isOpen = mayAddFiles(view);
  const isDragging = usePageDrop(take, isOpen);
  useHotkeys(
    isOpen
      ? [
          ['mod+O', browseFiles],
          ['mod+shift+O', browseFolder ?? browseFiles],
        ]
      : [],
    [],
  );
  return {
    isCopying,
    waiting,
    trouble,
    leaveOut,
    browseFiles,
    browseFolder,
    inputs: isOpen ? inputs : null,
    isDragging,
    ...serverArchives,
  };
}
