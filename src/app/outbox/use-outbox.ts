import { notifications } from '@mantine/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { mayBeTaken, type ApiFailure } from '#api/result.ts';
import { TEXTS as PROJECTS } from '#features/projects/texts.ts';
import { createLocks } from '#localdb/locks.ts';
import { removeWrite, savedWrites } from '#localdb/outbox/outbox.ts';
import type { LocalDb, OutboxRow, OutboxWrite } from '#localdb/schema.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import { createOutboxSender } from '#sync/outbox-sender.ts';
import { browserClock } from '#transfer/browser.ts';
import { partOf, type Shown } from './write-parts.ts';

const LOCK = 'lightship.outbox';
const NEWS_MS = 4_000;

/** Sends this user's small writes while a page of the team is open and the server can be reached. `team` is null outside a team. */
export function useOutbox(db: LocalDb, client: QueryClient, team: string | null, serverReachable: boolean): void {
  const writes = useSavedWrites(db);
  const sender = useRef<ReturnType<typeof createOutboxSender> | null>(null);
  const [settledHere] = useState(() => new Set<number>());

  useEffect(() => {
    if (team === null) return;
    const left = new AbortController();
    const locks = createLocks(db, browserClock);
    const created = senderOf(
      db,
      { client, team },
      (row) => settledHere.add(row.seq),
      (work) =>
        locks
          .hold(LOCK, left.signal, work)
          .catch((error: unknown) => left.signal.aborted || Promise.reject(error))
          .then(() => undefined),
    );
    sender.current = created;
    return () => {
      left.abort();
      created.close();
      sender.current = null;
    };
  }, [db, client, team, settledHere]);

  useEffect(() => {
    if (serverReachable && writes.length > 0) sender.current?.wake();
  }, [writes, serverReachable, db, client, team]);

  useSentElsewhere(writes, settledHere, client, team);
}

function senderOf(
  db: LocalDb,
  shown: Shown,
  onSettled: (row: OutboxRow) => void,
  inTurn: (work: () => Promise<void>) => Promise<void>,
): ReturnType<typeof createOutboxSender> {
  const refusals = new Map<number, ApiFailure>();
  let hasSavedProjects = false;
  return createOutboxSender<OutboxRow>({
    saved: () => savedWrites(db),
    async send({ seq, write }) {
      const answer = await partOf(write).send(write);
      if (answer.ok) {
        show(shown, write);
        return 'done';
      }
      if (mayBeTaken(answer.failure)) return 'later';
      refusals.set(seq, answer.failure);
      return 'refused';
    },
    async remove(row) {
      onSettled(row);
      await removeWrite(db, row);
      if (row.write.kind !== 'study-project') return;
      hasSavedProjects ||= !refusals.has(row.seq);
      // PROJ-17: once, after the last project write.
      if (!hasSavedProjects || (await savedWrites(db)).some(({ write }) => write.kind === 'study-project')) return;
      hasSavedProjects = false;
      notifications.show({ id: 'projects-saved', color: 'kelp', message: PROJECTS.saved, autoClose: NEWS_MS, role: 'status' });
    },
    onRefused({ seq, write }) {
      const failure = refusals.get(seq);
      refusals.delete(seq);
      askAgain(shown, write);
      if (failure === undefined) return;
      notifications.show({
        id: `refused-${write.kind}`,
        color: 'coral',
        message: partOf(write).refusedText(failure),
        autoClose: false,
        role: 'alert',
      });
    },
    inTurn,
  });
}

/** Shows what another tab has sent until this page has fetched the data; if it was refused, the answer corrects it. */
function useSentElsewhere(writes: readonly OutboxRow[], settledHere: Set<number>, client: QueryClient, team: string | null): void {
  const before = useRef(writes);
  useEffect(() => {
    const kept = new Set(writes.map(({ seq }) => seq));
    const said = new Set(writes.map(({ key }) => key));
    const gone = before.current.filter(({ seq, key }) => !kept.has(seq) && !said.has(key) && !settledHere.delete(seq));
    before.current = writes;
    if (team === null || gone.length === 0) return;
    for (const { write } of gone) partOf(write).show({ client, team }, write);
    for (const { write } of gone) askAgain({ client, team }, write);
  }, [writes, settledHere, client, team]);
}

/** An answer in flight may predate the write, so the data is fetched again. */
function show(shown: Shown, write: OutboxWrite): void {
  const isAsked = partOf(write)
    .keys(shown.team, write)
    .some((queryKey) => shown.client.isFetching({ queryKey }) > 0);
  partOf(write).show(shown, write);
  if (isAsked) askAgain(shown, write);
}

function askAgain({ client, team }: Shown, write: OutboxWrite): void {
  for (const queryKey of partOf(write).keys(team, write)) void client.invalidateQueries({ queryKey });
}
