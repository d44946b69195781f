import { notifications } from '@mantine/notifications';
import { mayBeTaken, type ApiFailure } from '#api/result.ts';
import { TEXTS as PROJECTS } from '#features/projects/texts.ts';
import { removeWrites, savedWrites } from '#localdb/outbox/outbox.ts';
import { writesToSend } from '#localdb/outbox/moves.ts';
import type { LocalDb, OutboxRow, OutboxWrite } from '#localdb/schema.ts';
import { createOutboxSender } from '#sync/outbox-sender.ts';
import type { Shown } from './write-part.ts';
import { partOf } from './write-parts.ts';

const NEWS_MS = 4_000;

interface Refused {
  failure: ApiFailure;
  /** How many others were undone with it. */
  lost: number;
}

/** Sends the stored writes of one user, shows the answers, and undoes what is refused together with everything that needs it. */
export function createWriteSender(
  db: LocalDb,
  shown: Shown,
  onSettled: (row: OutboxRow) => void,
  inTurn: (work: () => Promise<void>) => Promise<void>,
): ReturnType<typeof createOutboxSender> {
  const refusals = new Map<number, Refused>();
  let hasSavedProjects = false;
  return createOutboxSender<OutboxRow>({
    saved: async () => writesToSend(db, await savedWrites(db)),
    async send({ seq, write }) {
      const answer = await partOf(write).send(write);
      if (answer.ok) {
        show(shown, write, answer.value);
        return 'done';
      }
      if (mayBeTaken(answer.failure)) return 'later';
      refusals.set(seq, { failure: answer.failure, lost: 0 });
      return 'refused';
    },
    async remove(row) {
      const refused = refusals.get(row.seq);
      const lost =
        refused === undefined ? [] : (await savedWrites(db)).filter(({ write }) => partOf(row.write).isNeededBy?.(row.write, write));
      if (refused !== undefined) refused.lost = lost.length;
      for (const settled of [row, ...lost]) onSettled(settled);
      if (refused !== undefined) await partOf(row.write).storeInstead?.(db, shown, { ...row, failure: refused.failure });
      await removeWrites(db, [row, ...lost]);
      if (row.write.kind !== 'study-project') return;
      hasSavedProjects ||= refused === undefined;
      // PROJ-17: once, after the last project write.
      if (!hasSavedProjects || (await savedWrites(db)).some(({ write }) => write.kind === 'study-project')) return;
      hasSavedProjects = false;
      notifications.show({ id: 'projects-saved', color: 'kelp', message: PROJECTS.saved, autoClose: NEWS_MS, role: 'status' });
    },
    onRefused({ seq, write }) {
      const refused = refusals.get(seq);
      refusals.delete(seq);
      askAgain(shown, write);
      if (refused === undefined) return;
      notifications.show({
        id: `refused-${write.kind}${subjectOf(write)}`,
        color: 'coral',
        message: partOf(write).refusedText(refused.failure, write, refused.lost),
        autoClose: false,
        role: 'alert',
      });
    },
    inTurn,
  });
}

/** Refusals of one object take each other's place. */
function subjectOf(write: OutboxWrite): string {
  if ('segmentation' in write) return `-${write.segmentation}`;
  if ('lesion' in write) return `-${write.lesion}`;
  if ('comment' in write) return `-${write.comment}`;
  if ('layout' in write) return `-${write.layout}`;
  if ('answer' in write) return `-${write.answer}`;
  if ('infer' in write) return `-${write.infer}-${write.value}`;
  if ('task' in write) return `-${write.task}`;
  return 'measurement' in write ? `-${write.measurement}` : '';
}

/** An answer in flight may predate the write, so the data is fetched again. */
function show(shown: Shown, write: OutboxWrite, answer: unknown): void {
  const part = partOf(write);
  const isAsked = part.keys(shown.team, write).some((queryKey) => shown.client.isFetching({ queryKey }) > 0);
  part.show(shown, write, answer);
  if (isAsked) askAgain(shown, write);
  const said = part.doneText?.(answer) ?? null;
  // Several of the same kind that were made offline are reported once.
  if (said !== null) notifications.show({ id: said, color: 'kelp', message: said, autoClose: NEWS_MS, role: 'status' });
}

export function askAgain({ client, team }: Shown, write: OutboxWrite): void {
  for (const queryKey of partOf(write).keys(team, write)) void client.invalidateQueries({ queryKey });
}
