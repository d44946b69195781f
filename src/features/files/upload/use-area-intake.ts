import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { ConflictChoice, FileList } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { openAreaUpload, sendAreaUpload } from '#localdb/area-upload/area-uploads.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { clearUpload } from '#localdb/upload/upload-commands.ts';
import type { Session } from '#model/session.ts';
import { holdReload } from '#ui/browser/hold-reload.ts';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { readDropped, type Given } from '#ui/upload/read-dropped.ts';
import { createStager, type Stager } from '#workers/stager/handle.ts';
import { askConflict } from '#features/files/acts/use-file-acts.tsx';
import { notStoredText, refusedNameText, tooManyText, unreadableText } from '#features/files/texts.ts';
import { conflictsIn, refusedPath } from './check-given.ts';

/** Files from this machine: checked, copied onto this device, and queued for the sender, which needs neither this page nor a network. */
export function useAreaIntake(db: LocalDb, userId: number) {
  const { serverReachable, team } = useSession<Session>();
  const client = useQueryClient();
  const stager = useRef<Stager | null>(null);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const [copying, setCopying] = useState<{ handled: number; total: number } | null>(null);
  const [openUpload, setOpenUpload] = useState<string | null>(null);

  /** Null: somebody cancelled. Without the server, the list that was kept is asked; what it does not know is answered by keeping both. */
  async function choiceFor(dir: string, paths: readonly string[]): Promise<{ conflict?: ConflictChoice } | null> {
    const answer = serverReachable ? await callApi(CALLS.listFiles, { body: { dir }, quiet: true }) : null;
    const list = answer?.ok === true ? answer.value : client.getQueryData<FileList>(['files', team?.slug ?? null, dir]);
    const conflicts = conflictsIn(dir, paths, list?.data ?? []);
    if (conflicts.length === 0) return {};
    const conflict = await askConflict(conflicts);
    return conflict === null ? null : { conflict };
  }

  async function takeNow({ files, unreadable }: Given, dir: string): Promise<void> {
    if (unreadable.length > 0) return showFailure(unreadableText(unreadable.length));
    if (files.length === 0) return;
    if (files.length > LIMITS.filesPerUpload) return showFailure(tooManyText(LIMITS.filesPerUpload));
    const paths = files.map(({ path }) => path);
    const refused = refusedPath(dir, paths);
    if (refused !== null) return showFailure(refusedNameText(refused.path, refused.problem));
    const choice = await choiceFor(dir, paths);
    if (choice === null) return;
    const uploadId = await openAreaUpload(db, await openDeviceKey(db), { dir, ...choice });
    setOpenUpload(uploadId);
    setCopying({ handled: 0, total: files.length });
    try {
      stager.current ??= createStager(userId, { remembers: false });
      const given = files.map((file) => ({ ...file, id: crypto.randomUUID() }));
      const end = await stager.current.stage(uploadId, given, (handled) => setCopying({ handled, total: files.length }));
      const missing = end.noRoom.length + end.faulted.length;
      if (missing > 0) showFailure(notStoredText(missing));
      if (!(await sendAreaUpload(db, uploadId))) await clearUpload(db, uploadId);
    } finally {
      setCopying(null);
      setOpenUpload(null);
    }
  }

  /** One after the other. */
  function take(given: Given, dir: string): void {
    const release = holdReload();
    turn.current = turn.current
      .then(() => takeNow(given, dir))
      .catch(reportError)
      .finally(release);
  }

  return {
    take,
    drop: (files: DataTransfer, dir: string) => void readDropped(files).then((given) => take(given, dir)),
    copying,
    openUpload,
  };
}
