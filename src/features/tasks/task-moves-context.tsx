import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { SentTaskMove, Task } from '#contract/tasks.ts';
import { saveTaskMove } from '#localdb/outbox/moves.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { isKept, isTaskMove, shownTask, type ShownTask, type TaskMoveWrite } from '#model/tasks/shown-tasks.ts';
import { useSession } from '#ui/session-context.tsx';

interface TaskMoves {
  writes: readonly TaskMoveWrite[];
  /** Null: moves are not kept on this page. */
  save: ((task: Task, body: SentTaskMove) => Promise<void>) | null;
}

const NONE: TaskMoves = { writes: [], save: null };
const TaskMovesContext = createContext(NONE);

/** Keeps moves of one's own tasks on this device until the server has them. */
export function TaskMovesProvider({ db, children }: { db: LocalDb; children: ReactNode }) {
  const rows = useSavedWrites(db, useAnswers());
  const moves = useMemo(
    (): TaskMoves => ({
      writes: rows.map(({ write }) => write).filter((write) => isTaskMove(write)),
      save: async (task, body) => saveTaskMove(db, { task: task.uuid, study: task.subject.uuid, body: await withNumber(db, task, body) }),
    }),
    [db, rows],
  );
  return <TaskMovesContext value={moves}>{children}</TaskMovesContext>;
}

const LISTS: ReadonlySet<unknown> = new Set(['tasks', 'reviews', 'task']);

/** How many answers about tasks have arrived: a move that one of them already includes must not be applied to it again. */
function useAnswers(): number {
  const cache = useQueryClient().getQueryCache();
  const [answers, setAnswers] = useState(0);
  useEffect(
    () =>
      cache.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success' && LISTS.has(event.query.queryKey[0]))
          setAnswers((count) => count + 1);
      }),
    [cache],
  );
  return answers;
}

export function useTaskMoves() {
  const { writes, save } = use(TaskMovesContext);
  const { user } = useSession<Session>();
  return useMemo(() => {
    const me = { id: user.id, name: user.name, data: { color: user.data.color } };
    return {
      save,
      /** Whether it needs no server. */
      isKept: (task: Task, act: SentTaskMove['act']): boolean => save !== null && isKept(task, act, user.id),
      shown: (task: Task): ShownTask => shownTask(task, writes, me),
    };
  }, [writes, save, user]);
}

/** An approval names the state of the segmentation that this device shows. */
async function withNumber(db: LocalDb, { subject }: Task, body: SentTaskMove): Promise<SentTaskMove> {
  if (body.decision !== 'accepted' || !subject.segmentation) return body;
  const last = (await db.masks.get(subject.segmentation.uuid))?.last ?? 0;
  return last > 0 ? { ...body, number: last } : body;
}
