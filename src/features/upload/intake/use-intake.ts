import { useEffect, useState, useSyncExternalStore } from 'react';
import { forgetArchive } from '#localdb/upload/server-archives.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import { holdReload } from '#ui/browser/hold-reload.ts';
import { nextTask } from '#ui/browser/next-task.ts';
import type { Given } from '#ui/upload/read-dropped.ts';
import { createIntake, dicomAmong, joinPairs } from '#workers/intake/handle.ts';
import type { DeidentifyEnd, IntakeEnd, PickedFile } from '#workers/intake/types.ts';
import { acceptFiles } from './accept-files.ts';
import { IntakeRun, type IntakeOutline, type IntakeState } from './intake-run.ts';
import { TEXTS, duplicatesText, unreadableText, unsupportedText, waitedText } from '#features/upload/texts.ts';
import { showNotice, showTrouble } from '#ui/toasts.ts';
import { requestPersistence } from './use-storage-space.ts';

const runByUserId = new Map<number, IntakeRun>();

function runOf(userId: number): IntakeRun {
  const run = runByUserId.get(userId) ?? new IntakeRun({ createIntake: () => createIntake(userId), onEnd: showEnd, onFault: reportError });
  runByUserId.set(userId, run);
  return run;
}

/** De-identifies the series from now on, or returns why not. */
export function deidentifyOnDevice(userId: number, seriesIds: readonly string[], rules: DeidentifyRules): Promise<DeidentifyEnd> {
  return runOf(userId).deidentify(seriesIds, rules);
}

export interface UsedIntake extends IntakeOutline {
  take: (given: Given) => void;
  leaveOut: () => void;
  openable: (fileId: string) => boolean;
  openOnServer: (fileId: string) => void;
  /** The user wants archives to be sent unopened. */
  serverOpens: boolean;
  setServerOpens: (serverOpens: boolean) => void;
}

/** The copying progress. It changes many times a second, so use it only in small components. */
export function useCopying(userId: number): IntakeState {
  const run = runOf(userId);
  return useSyncExternalStore(run.subscribe, run.state);
}

/** Whether files are being copied, and functions to add more. */
export function useIntake(db: LocalDb, userId: number): UsedIntake {
  const run = runOf(userId);
  const outline = useSyncExternalStore(run.subscribe, run.outline);
  const [serverOpens, setServerOpens] = useState(false);
  useEffect(() => run.warm(), [run]);

  function take({ files, unreadable }: Given) {
    const release = holdReload();
    void joinPairs(files)
      .then((joined) => sort({ files: [...joined], unreadable }))
      .catch(reportError)
      .finally(release);
  }

  // Each kind of problem is reported once per drop, with its count (FILE-010).
  async function sort({ files, unreadable }: Given) {
    const { taken, unsupported } = acceptFiles(files, serverOpens);
    // Ten thousand files block the page for 20 ms here, and as long again where they are passed on.
    await nextTask();
    if (taken.length > 0) copy(taken);
    // DICOM is accepted under every name (docs/decisions/109); the given toast is for files that are neither.
    const here = new Set(taken);
    const known = await dicomAmong(unsupported.filter((picked) => !here.has(picked)));
    if (known.length > 0) copy(known);
    if (unsupported.length > known.length) showTrouble(unsupportedText(unsupported.length - known.length));
    if (unreadable.length > 0) showTrouble(unreadableText(unreadable.length));
    if (taken.length === 0 && unsupported.length === 0 && unreadable.length === 0) showNotice(TEXTS.nothingInIt);
  }

  function copy(files: PickedFile[]) {
    void requestPersistence().catch(reportError);
    void run.take(files).finally(holdReload());
  }

  const openable = (fileId: string): boolean => run.archiveOf(fileId) !== null;

  function openOnServer(fileId: string) {
    const archive = run.archiveOf(fileId);
    if (archive === null) return;
    void forgetArchive(db, archive.archiveId).catch(reportError);
    copy([{ ...archive.file, forServer: true }]);
  }

  return { ...outline, take, leaveOut: () => run.leaveOut(), openable, openOnServer, serverOpens, setServerOpens };
}

/** Unreadable files have separate rows; files without space stay on the page. */
function showEnd(end: IntakeEnd, waited: number): void {
  if (end.unsupported > 0) showTrouble(unsupportedText(end.unsupported));
  if (end.duplicates > 0) showNotice(duplicatesText(end.duplicates));
  if (waited > 0 && end.noRoom.length === 0) showNotice(waitedText(waited));
}
