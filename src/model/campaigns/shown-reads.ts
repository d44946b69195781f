import type { ListedCampaign, OwnRead, ReadingList, ReadMove } from '#contract/campaigns.ts';

/** A move that waits to be sent. `after`: the last stroke on the study that is sent before it, by its number on this device; 0 for none. */
export interface ReadMoveWrite {
  kind: 'read-move';
  /** UUIDs. */
  campaign: string;
  read: string;
  study: string;
  after: number;
  body: ReadMove;
}

export interface ShownRead extends OwnRead {
  /** The server has not received its last move. */
  waits: boolean;
}

export interface ShownList extends Omit<ReadingList, 'reads'> {
  reads: ShownRead[];
}

/** The reads of a campaign with the moves that wait, in their order, as the server will have them. */
export function shownReads({ campaign, reads }: ReadingList, writes: readonly ({ kind: string } | ReadMoveWrite)[]): ShownList {
  const shown = writes
    .filter((write) => isReadMove(write))
    .filter((write) => write.campaign === campaign.uuid)
    .reduce(
      withMove,
      reads.map((read): ShownRead => ({ ...read, waits: false })),
    );
  return { campaign: { ...campaign, reads: countReads(shown) }, reads: shown };
}

/** A finished read no longer counts as skipped. */
export function countReads(reads: readonly Pick<OwnRead, 'state' | 'skipped'>[]): ListedCampaign['reads'] {
  return {
    total: reads.length,
    done: reads.filter(({ state }) => state === 'done').length,
    skipped: reads.filter(({ state, skipped }) => state !== 'done' && skipped !== null).length,
  };
}

export const isReadMove = (write: { kind: string }): write is ReadMoveWrite => write.kind === 'read-move';

function withMove(reads: readonly ShownRead[], { read: uuid, body }: ReadMoveWrite): ShownRead[] {
  const { act, spent_ms, reason = null } = body;
  const before = reads.find((read) => read.uuid === uuid);
  if (before === undefined || before.state === 'done') return [...reads];
  const moved = { ...before, waits: true, spent_ms: before.spent_ms + spent_ms };
  if (act === 'skip') return [...reads.filter((read) => read !== before), { ...moved, state: 'open', skipped: reason }];
  if (act === 'finish') return reads.map((read) => (read === before ? { ...moved, state: 'done', skipped: null, reason: '' } : read));
  return reads.map((read) => {
    if (read === before) return { ...moved, state: 'started', skipped: null };
    return read.state === 'started' ? { ...read, state: 'open' } : read;
  });
}

/** What is read now: the one that is open, then what was sent back, then the order. Null: nothing is left. */
export function nextRead<R extends OwnRead>(reads: readonly R[]): R | null {
  const left = reads.filter(({ state }) => state !== 'done');
  return left.find(({ state }) => state === 'started') ?? left.find(({ state }) => state === 'returned') ?? left[0] ?? null;
}
