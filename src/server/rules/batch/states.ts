import type { Batch } from './batch.ts';

/**
 * [Note: The states of a batch]
 *
 * | batch     | means                                        | leaves by                                                                        |
 * |-----------|----------------------------------------------|----------------------------------------------------------------------------------|
 * | receiving | files are received, chunk by chunk           | `read`, `unlock`: CALL-044, once every file begun is verified → reading            |
 * | reading   | the job `read-batch` unpacks and sorts       | `ended`: it has finished, or given up → read                                       |
 * | read      | the result can be requested and moved        | `unlock`: CALL-044 with a password for locked archives → reading · `chunk` → receiving |
 *
 * A kill changes nothing: the job is run again.
 */
export type BatchState = Batch['state'];
export type BatchEvent = 'chunk' | 'read' | 'unlock' | 'ended';

const MOVES: Record<BatchState, Partial<Record<BatchEvent, BatchState>>> = {
  receiving: { chunk: 'receiving', read: 'reading', unlock: 'reading' },
  // No `chunk`: a file that arrives during the reading would never be read.
  reading: { ended: 'read' },
  read: { chunk: 'receiving', unlock: 'reading' },
};

/** The state after an event, or null when the event means nothing there. */
export const nextBatchState = (state: BatchState, event: BatchEvent): BatchState | null => MOVES[state][event] ?? null;
