import type { Batch } from './batch.ts';

/**
 * [Note: The states of a batch]
 *
 * | batch     | means                                        | leaves by                                                                        |
 * |-----------|----------------------------------------------|----------------------------------------------------------------------------------|
 * | receiving | files are taken, chunk by chunk              | `read`, `unlock`: CALL-044, once every file that has begun is proved → reading     |
 * | reading   | the job `read-batch` unpacks and sorts       | `ended`: it has, or gave up → read                                                 |
 * | read      | what was found can be asked for and moved    | `unlock`: CALL-044 with a password for what is locked → reading · `chunk` → receiving |
 *
 * A kill moves nothing: the job is run again.
 */
export type BatchState = Batch['state'];
export type BatchEvent = 'chunk' | 'read' | 'unlock' | 'ended';

const MOVES: Record<BatchState, Partial<Record<BatchEvent, BatchState>>> = {
  receiving: { chunk: 'receiving', read: 'reading', unlock: 'reading' },
  // What comes while it is read would never be read itself: no `chunk`.
  reading: { ended: 'read' },
  read: { chunk: 'receiving', unlock: 'reading' },
};

/** The state after an event, or null when the event means nothing there. */
export const nextBatchState = (state: BatchState, event: BatchEvent): BatchState | null => MOVES[state][event] ?? null;
