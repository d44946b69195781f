import type { OwnRead } from '#contract/campaigns.ts';
import { isReadMove, type ReadMoveWrite } from './shown-reads.ts';

interface SavedRow {
  seq: number;
  write: { kind: string } | ReadMoveWrite;
}

/** Anything that somebody made: `user` and `created_at` as the server has them; null until it has received it. */
export interface Made {
  uuid: string;
  user: { id: number } | null;
  created_at: string | null;
}

export type IsShown = (made: Made) => boolean;

/**
 * Whether something was made in a read, of the lists that this device keeps: the rule of the server (`blindedStudies`), also without a network. `rows`:
 * what waits to be sent.
 */
export function madeInRead(read: Pick<OwnRead, 'uuid' | 'started_at'>, rows: readonly SavedRow[], userId: number): IsShown {
  const begins = rows.find(({ write }) => isReadMove(write) && write.read === read.uuid && write.body.act === 'start')?.seq ?? 0;
  return ({ uuid, user, created_at: at }) => {
    const isWaiting = rows.some(({ seq, write }) => seq > begins && Object.values(write).includes(uuid));
    if (isWaiting) return true;
    return user?.id === userId && at !== null && read.started_at !== null && at >= read.started_at;
  };
}
