import { useSyncExternalStore } from 'react';
import { openLegacyUpload } from '#localdb/legacy-upload/legacy-uploads.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { holdReload } from '#ui/browser/hold-reload.ts';
import type { Given } from '#ui/upload/read-dropped.ts';
import { showNotice, showTrouble } from '#ui/toasts.ts';
import { dicomAmong } from '#workers/intake/handle.ts';
import { createStager } from '#workers/stager/handle.ts';
import { acceptFiles } from './accept-files.ts';
import { LegacyRun, type RunState } from './legacy-run.ts';
import { duplicatesText, unreadableText, unsupportedText } from '#features/legacy-upload/texts.ts';

const runByDb = new WeakMap<LocalDb, LegacyRun>();

/** One per user of this page, whoever calls. */
export function legacyRunOf(db: LocalDb, userId: number): LegacyRun {
  const known = runByDb.get(db);
  if (known !== undefined) return known;
  const run = new LegacyRun({
    createStager: () => createStager(userId),
    openUpload: () => openLegacyUpload(db),
    onEnd: ({ duplicates }) => duplicates > 0 && showNotice(duplicatesText(duplicates)),
    onFault: (cause) => reportError(cause),
  });
  runByDb.set(db, run);
  return run;
}

export function useLegacyRun(db: LocalDb, userId: number): RunState & { run: LegacyRun; take: (given: Given) => void } {
  const run = legacyRunOf(db, userId);
  const state = useSyncExternalStore(run.subscribe, run.state);

  // Each kind of problem is reported once per drop, with its count (FILE-010).
  function take({ files, unreadable }: Given) {
    const release = holdReload();
    void sort(files).catch(reportError).finally(release);
    if (unreadable.length > 0) showTrouble(unreadableText(unreadable.length));
  }

  async function sort(files: Given['files']) {
    const { taken, unsupported } = acceptFiles(files);
    const copy = (given: Given['files']) => void run.take(given).finally(holdReload());
    if (taken.length > 0) copy(taken);
    const known = await dicomAmong(unsupported);
    if (known.length > 0) copy(known);
    if (unsupported.length > known.length) showTrouble(unsupportedText(unsupported.length - known.length));
  }

  return { ...state, run, take };
}
