import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsDiagonal, IconChevronUp, IconMinus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useRef, type ReactNode } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import { useShownUpload } from '#localdb/upload/use-upload-view.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { useSession } from '#ui/session-context.tsx';
import { formatShare } from '#ui/format.ts';
import { useWarnAtClose } from '#ui/upload/use-warn-at-close.ts';
import { Announcer } from '#features/upload/Announcer.tsx';
import { MiniBody } from './MiniBody.tsx';
import { useMiniSettings } from './mini-settings.ts';
import { MINI_TEXTS, smallText } from './mini-texts.ts';
import { sentShare } from './mini-view.ts';
import classes from './MiniUploader.module.css';
import { SentBar } from '#features/upload/sending/SentBar.tsx';
import { stallOfView } from '#features/upload/sending/stalled.ts';
import { useFinishedToast } from '#features/upload/finished/use-finished-toast.ts';
import { isGrowing } from '#features/upload/intake/intake-run.ts';
import { useCopying } from '#features/upload/intake/use-intake.ts';
import { useLayout } from '#features/upload/use-layout.ts';
import { useBottomSpace } from '#features/upload/use-bottom-space.ts';

export interface MiniUploaderProps {
  db: LocalDb;
  userId: number;
  /** It was closed while it had the focus. */
  onClosed: () => void;
}

/** The shown upload on other pages (UPL2-005 to 009). Its numbers are those of the upload page, from the same view. */
export function MiniUploader({ db, userId, onClosed }: MiniUploaderProps) {
  const { minimised, closed, minimise, close } = useMiniSettings();
  const isPhone = useLayout() === 'phone';
  // Copying continues on every page of the app, but closing the tab would lose files that are not copied yet.
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

/** Only files that are not uploaded: there is nothing to continue. */
function isNothing({ studies }: UploadView): boolean {
  return studies.length === 0;
}

interface PanelProps {
  view: UploadView;
  isSmall: boolean;
  onMinimise: (minimised: boolean) => void;
  /** Only for a finished upload (UPL2-009). */
  onClose?: () => void;
  children: ReactNode;
}

function Panel({ view, isSmall, onMinimise, onClose, children }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const share = sentShare(view);
  const { serverReachable } = useSession<Session>();
  const stall = stallOfView(view, serverReachable);
  useBottomSpace(panel);
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
          <span className={classes.small} data-tone={view.state === 'upload' || view.state === 'converting' ? stall?.tone : undefined}>
            {smallText(view.state, view.studies.length, stall)}
          </span>
        )}
        <div className={classes.actions}>
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
