import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import type { CaseTask } from '#features/annotator/case-task.ts';
import { CaseTaskFoot, type CaseTaskKeys } from '#features/tasks/case/CaseTaskFoot.tsx';
import { useTask } from '#features/tasks/case/use-task.ts';

/** The task that the address of the annotator names; null without one, and while it is not known. */
export function useAnnotatorTask(study: string): { task: CaseTask | null; segmentation: string | null } {
  const { task_id: key } = useSearch({ strict: false }) as { task_id?: unknown };
  const { history } = useRouter();
  const task = useTask(typeof key === 'number' || typeof key === 'string' ? String(key) : null);
  const keysRef = useRef<CaseTaskKeys | null>(null);
  const isOfStudy = task?.subject.uuid === study;
  return useMemo(
    () => ({
      segmentation: (isOfStudy && task.subject.segmentation?.uuid) || null,
      task: isOfStudy
        ? {
            uuid: task.uuid,
            foot: (drawn) => (
              <CaseTaskFoot key={task.uuid} task={task} drawn={drawn} keysRef={keysRef} onOpen={(path) => history.push(path)} />
            ),
            press: (pressed) => keysRef.current?.(pressed),
          }
        : null,
    }),
    [task, isOfStudy, history],
  );
}
