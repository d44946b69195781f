import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { LocalDb } from '#localdb/schema.ts';
import { showUpload } from '#localdb/upload/show-upload.ts';
import { clearUpload } from '#localdb/upload/upload-commands.ts';
import type { Session } from '#model/session.ts';
import type { WaitingUpload } from '#model/uploads/waiting-upload.ts';
import { uploadPathOf } from '#sync/notice.ts';
import { classNames } from '#ui/class-names.ts';
import { formatBytes, formatBytesOf } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import table from '#ui/lists/table.module.css';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { stalledStatus } from './stalled-statuses.ts';
import { ClearButton } from '#features/upload/ClearButton.tsx';
import { lostTitle } from './sending-texts.ts';
import { stallOf, type Stall } from './stalled.ts';
import { StalledAction, NextAttempt } from './StalledAction.tsx';
import { TEXTS } from '#features/upload/texts.ts';
import { filesProvedText, uploadNameTexts, WAITING_TEXTS, waitsSinceText } from './waiting-texts.ts';
import classes from './WaitingUploads.module.css';

interface WaitingUploadRowProps {
  db: LocalDb;
  upload: WaitingUpload;
  /** It is the next to be sent. */
  isFirst: boolean;
}

/** An upload that waits here: what it is, its progress, why it is stalled, and how to continue. */
export function WaitingUploadRow({ db, upload, isFirst }: WaitingUploadRowProps) {
  const { serverReachable, permissions } = useSession<Session>();
  const { bytes, files, phase, status } = upload;
  const sent = { confirmed: bytes.confirmed, queued: bytes.total };
  const amount = upload.isLegacy ? { studies: 0, uploads: 1 } : { studies: upload.studies };
  const stall = phase === 'none' ? null : stallOf({ ...upload, bytes: sent, ...amount }, serverReachable);
  if (upload.phase === 'dropping') return <ClearedRow db={db} stall={stall} />;
  // Neither moving nor waiting for the user.
  const isIdle = phase === 'none' || (stall === null && !isFirst && files.lost === 0);
  const { name, more } = uploadNameTexts(upload);
  return (
    <li className={classes.row} data-waiting-upload={upload.id} data-idle={isIdle || undefined}>
      <div className={classes.upload}>
        <span className={classNames(table.name, classes.name)} title={name}>
          <bdi>{name}</bdi> <span className={classes.more}>{more}</span>
        </span>
        <span className={classes.why}>
          <Why upload={upload} stall={stall} isFirst={isFirst} />
        </span>
      </div>
      <span className={classNames(table.number, classes.files)}>{filesProvedText(files.proved, files.total)}</span>
      <div className={classes.sent}>
        <span>{phase === 'none' ? formatBytes(bytes.total) : formatBytesOf(bytes.confirmed, bytes.total)}</span>
        {phase !== 'none' && (
          <ProgressBar
            parts={[
              { amount: bytes.proved, tone: 'sure' },
              { amount: bytes.confirmed - bytes.proved, tone: 'moving' },
            ]}
            total={bytes.total}
            label={`${name}: ${TEXTS.sent}`}
          />
        )}
      </div>
      <span className={classes.status}>
        <Status word={stall === null ? status : stalledStatus(status)} />
      </span>
      <div className={classes.actions}>
        {permissions.has('r:upload-v2') && <GoOn db={db} upload={upload} stall={stall} />}
        <ClearButton why={phase === 'none' ? TEXTS.clearWhy : TEXTS.clearSentWhy} onClear={() => clearUpload(db, upload.id)} />
      </div>
    </li>
  );
}

function ClearedRow({ db, stall }: { db: LocalDb; stall: Stall | null }) {
  return (
    <li className={classes.row}>
      <div className={classes.upload}>
        <span className={classes.more}>{WAITING_TEXTS.cleared}</span>
        <span className={classes.why}>{WAITING_TEXTS.clearedWhy}</span>
      </div>
      <div className={classes.actions}>{stall?.why === 'sign-in' && <StalledAction db={db} why="sign-in" quiet />}</div>
    </li>
  );
}

function Why({ upload, stall, isFirst }: Pick<WaitingUploadRowProps, 'upload' | 'isFirst'> & { stall: Stall | null }) {
  if (upload.phase === 'none') {
    return (
      <>
        {waitsSinceText(upload)} <span className={classes.until}>{WAITING_TEXTS.untilSent}</span>
      </>
    );
  }
  if (stall !== null) {
    return (
      <>
        <span className={classes.fact} data-tone={stall.tone}>
          {stall.title}
        </span>{' '}
        <NextAttempt stall={stall} />
      </>
    );
  }
  if (upload.files.lost > 0) return lostTitle(upload.files.lost);
  return isFirst ? null : WAITING_TEXTS.itsTurn;
}

/** Opens the upload page with this upload; what halts it has the same action as there. */
function GoOn({ db, upload, stall }: { db: LocalDb; upload: WaitingUpload; stall: Stall | null }) {
  const navigate = useNavigate();
  const goOn = async () => {
    if (!upload.isLegacy) await showUpload(db, upload.id);
    await navigate({ to: uploadPathOf(upload) });
  };
  return (
    <>
      {(stall?.why === 'sign-in' || stall?.why === 'failed') && <StalledAction db={db} why={stall.why} quiet />}
      <Button variant="default" onClick={() => void goOn()}>
        {WAITING_TEXTS.goOn}
      </Button>
    </>
  );
}
