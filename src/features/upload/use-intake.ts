import { useEffect, useSyncExternalStore } from 'react';
import { holdReload } from '#ui/hold-reload.ts';
import type { Given } from '#ui/upload/read-dropped.ts';
import { createIntake } from '#workers/intake/handle.ts';
import type { IntakeEnd } from '#workers/intake/types.ts';
import { atTheDoor } from './at-the-door.ts';
import { IntakeRun, type IntakeState } from './intake-run.ts';
import { TEXTS, duplicatesText, unreadableText, unsupportedText } from './texts.ts';
import { showNotice, showTrouble } from './toasts.ts';

const runByUserId = new Map<number, IntakeRun>();

function runOf(userId: number): IntakeRun {
  const run = runByUserId.get(userId) ?? new IntakeRun({ createIntake: () => createIntake(userId), onEnd: showEnd, onFault: reportError });
  runByUserId.set(userId, run);
  return run;
}

/** How far copying is, and the way to give more. */
export function useIntake(userId: number): IntakeState & { take: (given: Given) => void } {
  const run = runOf(userId);
  const state = useSyncExternalStore(run.subscribe, run.state);
  useEffect(() => run.warm(), [run]);

  // Each kind of trouble is said once per drop, with its number (FILE-010).
  function take({ files, unreadable }: Given) {
    const { taken, unsupported } = atTheDoor(files);
    if (taken.length > 0) void run.take(taken).finally(holdReload());
    if (unsupported > 0) showTrouble(unsupportedText(unsupported));
    if (unreadable.length > 0) showTrouble(unreadableText(unreadable.length));
    if (taken.length === 0 && unsupported === 0 && unreadable.length === 0) showNotice(TEXTS.nothingInIt);
  }

  return { ...state, take };
}

/** Files that turned out not to be readable have rows of their own; what had no room stays on the page. */
function showEnd(end: IntakeEnd): void {
  if (end.ok && end.duplicates > 0) showNotice(duplicatesText(end.duplicates));
}
