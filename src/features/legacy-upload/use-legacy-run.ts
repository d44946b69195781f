import { notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { openLegacyUpload } from '#localdb/legacy-uploads.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { holdReload } from '#ui/hold-reload.ts';
import type { Given } from '#ui/upload/read-dropped.ts';
import { dicomAmong } from '#workers/intake/handle.ts';
import { createStager } from '#workers/stager/handle.ts';
import { atTheDoor } from './at-the-door.ts';
import { LegacyRun, type RunState } from './legacy-run.ts';
import { duplicatesText, unreadableText, unsupportedText } from './texts.ts';

const TROUBLE_MS = 8_000;

const runByDb = new WeakMap<LocalDb, LegacyRun>();

/** One for each person on this page, whoever asks. */
export function legacyRunOf(db: LocalDb, userId: number): LegacyRun {
  const known = runByDb.get(db);
  if (known !== undefined) return known;
  const run = new LegacyRun({
    createStager: () => createStager(userId),
    openUpload: () => openLegacyUpload(db),
    onEnd: ({ duplicates }) => duplicates > 0 && tell(duplicatesText(duplicates), 'flare', 'status'),
    onFault: (cause) => reportError(cause),
  });
  runByDb.set(db, run);
  return run;
}

export function useLegacyRun(db: LocalDb, userId: number): RunState & { run: LegacyRun; take: (given: Given) => void } {
  const run = legacyRunOf(db, userId);
  const state = useSyncExternalStore(run.subscribe, run.state);

  // Each kind of trouble is said once per drop, with its number (FILE-010).
  function take({ files, unreadable }: Given) {
    const release = holdReload();
    void sort(files).catch(reportError).finally(release);
    if (unreadable.length > 0) tell(unreadableText(unreadable.length), 'coral', 'alert');
  }

  async function sort(files: Given['files']) {
    const { taken, unsupported } = atTheDoor(files);
    const copy = (given: Given['files']) => void run.take(given).finally(holdReload());
    if (taken.length > 0) copy(taken);
    const known = await dicomAmong(unsupported);
    if (known.length > 0) copy(known);
    if (unsupported.length > known.length) tell(unsupportedText(unsupported.length - known.length), 'coral', 'alert');
  }

  return { ...state, run, take };
}

function tell(message: string, color: 'coral' | 'flare', role: 'alert' | 'status'): void {
  notifications.show({ message, color, autoClose: TROUBLE_MS, role });
}
