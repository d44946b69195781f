import { Anchor, Button } from '@mantine/core';
import { IconDeviceLaptop, IconFile, IconFolder } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { DropArea } from '#ui/upload/DropArea.tsx';
import { ConfigurePanel } from './ConfigurePanel.tsx';
import { LiveReadingLine } from './ReadingLine.tsx';
import classes from './ReadyState.module.css';
import { RoomOnDevice } from './RoomOnDevice.tsx';
import { ServerOpensBox, type ServerOpens } from './ServerOpensBox.tsx';
import { TEXTS } from './texts.ts';
import type { BodyParts } from './use-body-parts.ts';
import { useRoom } from './use-room.ts';

interface ReadyStateProps {
  bodyParts: BodyParts;
  forAll: string | null;
  onSetForAll: (slug: string | null) => void;
  userId: number;
  isCopying: boolean;
  serverOpens: ServerOpens;
  onBrowseFiles: () => void;
  onBrowseFolder: () => void;
}

/** Nothing is here yet: where to put files, and how much room there is. */
export function ReadyState({
  bodyParts,
  forAll,
  onSetForAll,
  userId,
  isCopying,
  serverOpens,
  onBrowseFiles,
  onBrowseFolder,
}: ReadyStateProps) {
  const room = useRoom(!isCopying);
  return (
    <div className={classes.columns}>
      <ConfigurePanel bodyParts={bodyParts} common={forAll} onSetForAll={onSetForAll}>
        <ServerOpensBox {...serverOpens} />
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
