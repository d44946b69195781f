import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import type { ServerContext } from '#server/rules/context.ts';

/** Kinds of the change log. `ref`: the id of the row. */
type AiKind = 'model' | 'training' | 'infer' | 'worker' | 'study';

export type NoteAi = (kind: AiKind, ref: number | string) => Promise<void>;

/** Runs a change in a transaction. What it notes is told to the team after the commit. */
export async function changeAi<T>(context: ServerContext, teamId: number, change: (tx: Writer, note: NoteAi) => Promise<T>): Promise<T> {
  let seq: number | null = null;
  const answer = await context.db.write(async (tx) => {
    seq = null;
    return change(tx, async (kind, ref) => {
      seq = await appendChange(tx, { teamId, kind, ref: String(ref), now: context.now() });
    });
  });
  if (seq !== null) context.news.toTeam(teamId, 'change', { seq });
  return answer;
}
