import { Button } from '@mantine/core';
import { IconDeviceLaptop, IconFile, IconFolder } from '@tabler/icons-react';
import type { IntakeProgress } from '#workers/intake/types.ts';
import { DropArea } from '#ui/upload/DropArea.tsx';
import { ConfigurePanel } from './ConfigurePanel.tsx';
import { ReadingLine } from './ReadingLine.tsx';
import classes from './ReadyState.module.css';
import { RoomOnDevice } from './RoomOnDevice.tsx';
import { TEXTS } from './texts.ts';
import type { BodyParts } from './use-body-parts.ts';
import { useRoom } from './use-room.ts';

interface ReadyStateProps {
  bodyParts: BodyParts;
  forAll: string | null;
  onSetForAll: (slug: string | null) => void;
  copying: IntakeProgress | null;
  onBrowseFiles: () => void;
  onBrowseFolder: () => void;
}

/** Nothing is here yet: where to put files, and how much room there is. */
export function ReadyState({ bodyParts, forAll, onSetForAll, copying, onBrowseFiles, onBrowseFolder }: ReadyStateProps) {
  const room = useRoom(copying === null);
  return (
    <div className={classes.columns}>
      <ConfigurePanel bodyParts={bodyParts} common={forAll} onSetForAll={onSetForAll}>
        {room && <RoomOnDevice room={room} />}
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
              onClick={onBrowseFiles}
            >
              {TEXTS.browseFiles}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFolder size={16} stroke={1.75} aria-hidden />}
              aria-keyshortcuts="Control+Shift+O"
              onClick={onBrowseFolder}
            >
              {TEXTS.browseFolder}
            </Button>
          </>
        }
        note={
          copying ? (
            <ReadingLine copying={copying} />
          ) : (
            <>
              <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
              {TEXTS.copiedFirst}
            </>
          )
        }
      />
    </div>
  );
}
