import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsDiagonal, IconChevronUp, IconMinus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useRef, type ReactNode } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import { useShownUpload } from '#localdb/use-upload-view.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/upload-view.ts';
import { useSession } from '#ui/session-context.tsx';
import { formatShare } from '#ui/format.ts';
import { useWarnAtClose } from '#ui/upload/use-warn-at-close.ts';
import { Announcer } from './Announcer.tsx';
import { MiniBody } from './MiniBody.tsx';
import { useMiniSettings } from './mini-settings.ts';
import { MINI_TEXTS, smallText } from './mini-texts.ts';
import { sentShare } from './mini-view.ts';
import classes from './MiniUploader.module.css';
import { SentBar } from './SentBar.tsx';
import { standstillOfView } from './standstill.ts';
import { useFinishedToast } from './use-finished-toast.ts';
import { isGrowing } from './intake-run.ts';
import { useCopying } from './use-intake.ts';
import { useLayout } from './use-layout.ts';
import { useRoomBelow } from './use-room-below.ts';

export interface MiniUploaderProps {
  db: LocalDb;
  userId: number;
  /** It had the focus, and is gone. */
  onClosed: () => void;
}

/** The shown upload while its person looks at something else (UPL2-005 to 009). Its numbers are those of the upload page, from the same view. */
export function MiniUploader({ db, userId, onClosed }: MiniUploaderProps) {
  const { minimised, closed, minimise, close } = useMiniSettings();
  const isPhone = useLayout() === 'phone';
  // What is not on this device yet goes on being copied on every page of the app, and with the tab it would be lost.
  const { copying, waiting } = useCopying(userId);
  const view = useShownUpload(db, isGrowing(copying));
  useFinishedToast(view);
  useWarnAtClose(copying !== null || waiting !== null);

  function closeIt(id: string) {
    close(id);
    onClosed();
  }

  if (!view || view.state === 'ready' || isNothing(view) || (view.state === 'finished' && closed === view.id)) return null;

  return (
    <>
      <Panel
        view={view}
        isSmall={minimised ?? isPhone}
        onMinimise={minimise}
        {...(view.state === 'finished' ? { onClose: () => closeIt(view.id) } : {})}
      >
        <MiniBody db={db} view={view} copying={copying} />
      </Panel>
      <Announcer view={view} />
    </>
  );
}

/** Only files that stay behind: there is nothing to go on with. */
function isNothing({ studies }: UploadView): boolean {
  return studies.length === 0;
}

interface PanelProps {
  view: UploadView;
  isSmall: boolean;
  onMinimise: (minimised: boolean) => void;
  /** Only of what is finished (UPL2-009). */
  onClose?: () => void;
  children: ReactNode;
}

function Panel({ view, isSmall, onMinimise, onClose, children }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const share = sentShare(view);
  const { serverReachable } = useSession<Session>();
  const standstill = standstillOfView(view, serverReachable);
  useRoomBelow(panel);
  const toggle = isSmall ? MINI_TEXTS.restore : MINI_TEXTS.minimise;
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-labelledby={titleId}
      data-small={isSmall || undefined}
      data-mini-uploader={view.state}
    >
      {isSmall && share !== null && (
        <div className={classes.edge} aria-hidden>
          <SentBar bytes={view.bytes} />
        </div>
      )}
      <header className={classes.header}>
        <h2 id={titleId} className={classes.title}>
          {MINI_TEXTS.title}
        </h2>
        {share !== null && <span className={classes.share}>{formatShare(share)}</span>}
        {isSmall && (
          <span className={classes.small} data-tone={view.state === 'upload' || view.state === 'converting' ? standstill?.tone : undefined}>
            {smallText(view.state, view.studies.length, standstill)}
          </span>
        )}
        <div className={classes.acts}>
          <Tooltip label={MINI_TEXTS.fullScreen}>
            <ActionIcon aria-label={MINI_TEXTS.fullScreen} renderRoot={(props) => <Link to="/upload-v2" {...props} />}>
              <IconArrowsDiagonal size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={toggle}>
            <ActionIcon
              aria-label={toggle}
              aria-expanded={!isSmall}
              {...(isSmall ? {} : { 'aria-controls': bodyId })}
              onClick={() => onMinimise(!isSmall)}
            >
              {isSmall ? <IconChevronUp size={18} stroke={1.5} /> : <IconMinus size={18} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
          {onClose !== undefined && (
            <Tooltip label={MINI_TEXTS.close}>
              <ActionIcon aria-label={MINI_TEXTS.close} onClick={onClose}>
                <IconX size={18} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </header>
      {!isSmall && (
        <div id={bodyId} className={classes.body}>
          {children}
        </div>
      )}
    </section>
  );
}
