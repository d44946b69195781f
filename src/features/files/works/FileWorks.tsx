import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCircleCheck, IconAlertOctagon, IconFolderDown, IconMinus, IconX, type Icon } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { FileWork, FileWorkKind } from '#contract/file-areas.ts';
import { sendAreaUpload, type AreaUploadView } from '#localdb/area-upload/area-uploads.ts';
import { useAreaUploads } from '#localdb/area-upload/use-area-uploads.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { clearUpload } from '#localdb/upload/upload-commands.ts';
import type { Session } from '#model/session.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import {
  amountText,
  cancelWorkText,
  closeWorkText,
  filesFailureText,
  paceText,
  TEXTS,
  uploadNote,
  workNote,
  workTitle,
} from '#features/files/texts.ts';
import { ACT_ICONS } from '#features/files/acts/act-icons.ts';
import { nameOf } from '#features/files/pane/paths.ts';
import { useFilesChanged, useFileWorks } from '#features/files/use-files.ts';
import { amountOf, isRunning, NO_PACE, paceOf, withSample, type Pace, type Sample } from './pace.ts';
import classes from './Works.module.css';

/** Works whose result was closed on this device; ids only, of the last day. */
const CLOSED_KEY = 'lightship.closed-file-works';
const MOST_CLOSED = 100;

const KIND_ICONS: Readonly<Record<FileWorkKind, Icon>> = {
  copy: ACT_ICONS.copy,
  move: ACT_ICONS.move,
  delete: ACT_ICONS.delete,
  zip: ACT_ICONS.zip,
  unzip: ACT_ICONS.unzip,
  take: ACT_ICONS.upload,
  put: IconFolderDown,
};

interface FileWorksProps {
  db: LocalDb;
  /** Its files are being copied onto this device. */
  openUpload: string | null;
}

/** A line per work: how far it is, and when it has ended how, until somebody closes it. */
export function FileWorks({ db, openUpload }: FileWorksProps) {
  const { data, dataUpdatedAt } = useFileWorks();
  const { uploads: all, readAt } = useAreaUploads(db);
  const uploads = all.filter(({ id }) => id !== openUpload);
  const isHere = new Set(uploads.map(({ work }) => work));
  const uploadPaces = usePaces(uploads.map(workOfUpload), readAt);
  const changed = useFilesChanged();
  const [closed, setClosed] = useLocalStorage<string[]>({ key: CLOSED_KEY, defaultValue: [], getInitialValueInEffect: false });
  const works = data?.data ?? [];
  const paces = usePaces(works, dataUpdatedAt);
  const shown = works.filter((work) => !isHere.has(work.uuid) && (isRunning(work) || !closed.includes(work.uuid)));
  useEnded(data?.data, () => void changed());
  useSent(uploads, () => void changed());
  if (shown.length + uploads.length === 0) return null;
  return (
    <ul className={classes.works} aria-label={TEXTS.works}>
      {uploads.map((upload) => (
        <UploadLine key={upload.work} db={db} upload={upload} pace={uploadPaces.get(upload.work) ?? NO_PACE} />
      ))}
      {shown.map((work) => (
        <WorkLine
          key={work.uuid}
          work={work}
          pace={paces.get(work.uuid) ?? NO_PACE}
          onClose={() => setClosed([...closed, work.uuid].slice(-MOST_CLOSED))}
        />
      ))}
    </ul>
  );
}

/** An upload that is not yet on the server as a whole. */
function UploadLine({ db, upload, pace }: { db: LocalDb; upload: AreaUploadView; pace: Pace }) {
  const { serverReachable } = useSession<Session>();
  const changed = useFilesChanged();
  const work = workOfUpload(upload);
  const note = uploadNote(upload, serverReachable);

  /** Without the server too: the device tells it later that nothing more comes. */
  async function cancel() {
    if (serverReachable) await callApi(CALLS.cancelFileWork, { body: { uuid: upload.work }, quiet: true });
    await clearUpload(db, upload.id);
    await changed();
  }

  return (
    <Line work={work} state="sending" icon={ACT_ICONS.upload} note={note}>
      <Progress work={work} pace={pace} />
      {upload.phase === 'none' && upload.files > 0 && <Button onClick={() => void sendAreaUpload(db, upload.id)}>{TEXTS.sendRest}</Button>}
      <Button variant="outline" color="coral" title={cancelWorkText(workTitle(work))} onClick={() => void cancel()}>
        {TEXTS.cancelWork}
      </Button>
    </Line>
  );
}

const workOfUpload = ({ work, dir, files, bytes }: AreaUploadView) => ({
  ...{ uuid: work, kind: 'take' as const, state: 'running' as const, title: nameOf(dir), count: files },
  ...{ bytes_done: bytes.confirmed, bytes_total: bytes.total, entries_done: 0, entries_total: null },
});

/** When one has left this device, the server has its files. */
function useSent(uploads: readonly AreaUploadView[], onSent: () => void) {
  const sent = useEffectEvent(onSent);
  const known = useRef<readonly string[]>([]);
  useEffect(() => {
    const now = uploads.map(({ id }) => id);
    const before = known.current;
    known.current = now;
    if (before.some((id) => !now.includes(id))) sent();
  });
}

function WorkLine({ work, pace, onClose }: { work: FileWork; pace: Pace; onClose: () => void }) {
  const { serverReachable } = useSession<Session>();
  const changed = useFilesChanged();
  const [busy, setBusy] = useState(false);
  const title = workTitle(work);
  const runs = isRunning(work);
  const WorkIcon = runs ? KIND_ICONS[work.kind] : END_ICONS[work.state as EndState];

  async function cancel() {
    setBusy(true);
    const answer = await callApi(CALLS.cancelFileWork, { body: { uuid: work.uuid } });
    setBusy(false);
    if (!answer.ok) showFailure(filesFailureText(answer.failure));
    await changed();
  }

  return (
    <Line work={work} state={work.state} icon={WorkIcon} note={workNote(work)} isNews={!runs}>
      {runs ? (
        <>
          <Progress work={work} pace={pace} />
          <ServerButton
            variant="outline"
            color="coral"
            loading={busy}
            serverReachable={serverReachable}
            why={TEXTS.needsServer}
            title={cancelWorkText(title)}
            onClick={() => void cancel()}
          >
            {TEXTS.cancelWork}
          </ServerButton>
        </>
      ) : (
        <Tooltip label={TEXTS.close}>
          <ActionIcon aria-label={closeWorkText(title)} onClick={onClose}>
            <IconX size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Line>
  );
}

type Lined = Pick<FileWork, 'uuid'> & Parameters<typeof workTitle>[0] & Parameters<typeof amountOf>[0];

interface LineProps {
  work: Lined;
  state: string;
  icon: Icon;
  note: string;
  /** The note is read out when it appears. */
  isNews?: boolean;
  children: ReactNode;
}

function Line({ work, state, icon: LineIcon, note, isNews = false, children }: LineProps) {
  const title = workTitle(work);
  return (
    <li className={classes.work} data-work={work.uuid} data-state={state}>
      <LineIcon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title} title={title}>
          <bdi>{title}</bdi>
        </span>
        <span className={classes.note} title={note} role={isNews ? 'status' : undefined}>
          {note}
        </span>
      </span>
      {children}
    </li>
  );
}

function Progress({ work, pace }: { work: Lined; pace: Pace }) {
  const { done, total } = amountOf(work);
  return (
    <span className={classes.progress}>
      <ProgressBar thick label={`${TEXTS.progress}: ${workTitle(work)}`} total={total} parts={[{ amount: done, tone: 'moving' }]} />
      <span className={classes.figures}>
        <span>{amountText(work)}</span>
        <span>{paceText(pace)}</span>
      </span>
    </span>
  );
}

type EndState = 'done' | 'failed' | 'cancelled';

const END_ICONS: Readonly<Record<EndState, Icon>> = { done: IconCircleCheck, failed: IconAlertOctagon, cancelled: IconMinus };

type Moving = Pick<FileWork, 'uuid' | 'state' | 'bytes_done' | 'bytes_total'>;

/** The rate of each work, from the answers of this page: clocks of server and device may differ. */
function usePaces(works: readonly Moving[], answeredAt: number): ReadonlyMap<string, Pace> {
  const [kept, setKept] = useState<{ at: number; samples: ReadonlyMap<string, readonly Sample[]> }>({ at: 0, samples: new Map() });
  if (answeredAt !== kept.at) {
    const samples = works
      .filter(isRunning)
      .map(({ uuid, bytes_done: bytes }) => [uuid, withSample(kept.samples.get(uuid) ?? [], { atMs: answeredAt, bytes })] as const);
    setKept({ at: answeredAt, samples: new Map(samples) });
  }
  return new Map(works.map(({ uuid, bytes_total: total }) => [uuid, paceOf(kept.samples.get(uuid) ?? [], total)]));
}

/**
 * When a work has ended, folders have changed: also one that was so quick that no answer saw it running. `works`: undefined before the first
 * answer, whose ended works are old.
 */
function useEnded(works: readonly FileWork[] | undefined, onEnded: () => void) {
  const ended = useEffectEvent(onEnded);
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (works === undefined) return;
    const now = works.filter((work) => !isRunning(work)).map(({ uuid }) => uuid);
    const before = known.current;
    known.current = new Set(now);
    if (before !== null && now.some((uuid) => !before.has(uuid))) ended();
  }, [works]);
}
