import { Anchor, Button } from '@mantine/core';
import { IconDeviceLaptop, IconFile, IconFolder } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { DropArea } from '#ui/upload/DropArea.tsx';
import { ConfigurePanel } from '#features/upload/configuration/ConfigurePanel.tsx';
import { LiveReadingLine } from './ReadingLine.tsx';
import classes from './ReadyState.module.css';
import { FreeSpace } from './FreeSpace.tsx';
import { ServerOpensCheckbox } from '#features/upload/archives/ServerOpensCheckbox.tsx';
import { TEXTS } from '#features/upload/texts.ts';
import type { FileInput } from './use-file-input.ts';
import { useStorageSpace } from './use-storage-space.ts';

interface ReadyStateProps {
  userId: number;
  forAll: string | null;
  onSetForAll: (slug: string | null) => void;
  input: FileInput;
}

/** No files yet: where to drop them, and the free space. */
export function ReadyState({ userId, forAll, onSetForAll, input: { isCopying, serverOpens, browseFiles, browseFolder } }: ReadyStateProps) {
  const room = useStorageSpace(!isCopying);
  return (
    <div className={classes.columns}>
      <ConfigurePanel common={forAll} onSetForAll={onSetForAll}>
        <ServerOpensCheckbox {...serverOpens} />
        {room && <FreeSpace room={room} />}
      </ConfigurePanel>
      <DropArea
        title={TEXTS.dropTitle}
        text={TEXTS.drop}
        actions={
          <>
            <Button
              variant="filled"
              leftSection={<IconFile size={16} stroke={1.75} aria-hidden />}
              aria-keyshortcuts="Control+O"
              onClick={browseFiles}
            >
              {TEXTS.browseFiles}
            </Button>
            {browseFolder && (
              <Button
                variant="default"
                leftSection={<IconFolder size={16} stroke={1.75} aria-hidden />}
                aria-keyshortcuts="Control+Shift+O"
                onClick={browseFolder}
              >
                {TEXTS.browseFolder}
              </Button>
            )}
          </>
        }
        note={
          isCopying ? (
            <LiveReadingLine userId={userId} />
          ) : (
            <>
              <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
              <span>
                {TEXTS.copiedFirst}{' '}
                <Anchor inherit underline="always" renderRoot={(props) => <Link to="/upload" {...props} />}>
                  {TEXTS.toLegacy}
                </Anchor>
              </span>
            </>
          )
        }
      />
    </div>
  );
}
