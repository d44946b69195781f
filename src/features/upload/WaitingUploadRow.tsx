import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { LocalDb } from '#localdb/schema.ts';
import { showUpload } from '#localdb/show-upload.ts';
import { clearUpload } from '#localdb/upload-commands.ts';
import type { Session } from '#model/session.ts';
import type { WaitingUpload } from '#model/waiting-upload.ts';
import { uploadPathOf } from '#sync/notice.ts';
import { classNames } from '#ui/class-names.ts';
import { formatBytes, formatBytesOf } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/Status.tsx';
import table from '#ui/table.module.css';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { standing } from './as-they-stand.ts';
import { ClearButton } from './ClearButton.tsx';
import { lostTitle } from './sending-texts.ts';
import { standstillOf, type Standstill } from './standstill.ts';
import { StandstillAct, WhatIsNext } from './StandstillAct.tsx';
import { TEXTS } from './texts.ts';
import { filesProvedText, uploadNameTexts, WAITING_TEXTS, waitsSinceText } from './waiting-texts.ts';
import classes from './WaitingUploads.module.css';

interface WaitingUploadRowProps {
  db: LocalDb;
  upload: WaitingUpload;
  /** Nothing is sent before it. */
  isFirst: boolean;
}

/** An upload that waits here: what it is, how far, why it does not move, and the way on. */
export function WaitingUploadRow({ db, upload, isFirst }: WaitingUploadRowProps) {
  const { serverReachable, permissions } = useSession<Session>();
  const { bytes, files, phase, status } = upload;
  const sent = { confirmed: bytes.confirmed, queued: bytes.total };
  const amount = upload.isLegacy ? { studies: 0, uploads: 1 } : { studies: upload.studies };
  const standstill = phase === 'none' ? null : standstillOf({ ...upload, bytes: sent, ...amount }, serverReachable);
  if (upload.phase === 'dropping') return <ClearedRow db={db} standstill={standstill} />;
  // Nothing of it moves, and nothing is asked of anybody.
  const isIdle = phase === 'none' || (standstill === null && !isFirst && files.lost === 0);
  const { name, more } = uploadNameTexts(upload);
  return (
    <li className={classes.row} data-waiting-upload={upload.id} data-idle={isIdle || undefined}>
      <div className={classes.upload}>
        <span className={classNames(table.name, classes.name)} title={name}>
          <bdi>{name}</bdi> <span className={classes.more}>{more}</span>
        </span>
        <span className={classes.why}>
          <Why upload={upload} standstill={standstill} isFirst={isFirst} />
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
        <Status word={standstill === null ? status : standing(status)} />
      </span>
      <div className={classes.acts}>
        {permissions.has('r:upload-v2') && <GoOn db={db} upload={upload} standstill={standstill} />}
        <ClearButton why={phase === 'none' ? TEXTS.clearWhy : TEXTS.clearSentWhy} onClear={() => clearUpload(db, upload.id)} />
      </div>
    </li>
  );
}

function ClearedRow({ db, standstill }: { db: LocalDb; standstill: Standstill | null }) {
  return (
    <li className={classes.row}>
      <div className={classes.upload}>
        <span className={classes.more}>{WAITING_TEXTS.cleared}</span>
        <span className={classes.why}>{WAITING_TEXTS.clearedWhy}</span>
      </div>
      <div className={classes.acts}>{standstill?.why === 'sign-in' && <StandstillAct db={db} why="sign-in" quiet />}</div>
    </li>
  );
}

function Why({ upload, standstill, isFirst }: Pick<WaitingUploadRowProps, 'upload' | 'isFirst'> & { standstill: Standstill | null }) {
  if (upload.phase === 'none') {
    return (
      <>
        {waitsSinceText(upload)} <span className={classes.until}>{WAITING_TEXTS.untilSent}</span>
      </>
    );
  }
  if (standstill !== null) {
    return (
      <>
        <span className={classes.fact} data-tone={standstill.tone}>
          {standstill.title}
        </span>{' '}
        <WhatIsNext standstill={standstill} />
      </>
    );
  }
  if (upload.files.lost > 0) return lostTitle(upload.files.lost);
  return isFirst ? null : WAITING_TEXTS.itsTurn;
}

/** To the upload page, with this upload on it; and what halts it is dealt with by the same act as there. */
function GoOn({ db, upload, standstill }: { db: LocalDb; upload: WaitingUpload; standstill: Standstill | null }) {
  const navigate = useNavigate();
  const goOn = async () => {
    if (!upload.isLegacy) await showUpload(db, upload.id);
    await navigate({ to: uploadPathOf(upload) });
  };
  return (
    <>
      {(standstill?.why === 'sign-in' || standstill?.why === 'failed') && <StandstillAct db={db} why={standstill.why} quiet />}
      <Button variant="default" onClick={() => void goOn()}>
        {WAITING_TEXTS.goOn}
      </Button>
    </>
  );
}
