/**
 * [Note: The life of a chunk]
 *
 * | state     | means                                                                                       |
 * |-----------|---------------------------------------------------------------------------------------------|
 * | waiting   | its bytes are on this device and the server is not known to hold it                          |
 * | confirmed | the server acknowledged it: bytes fsynced, row committed                                     |
 * | withdrawn | bytes of it are gone; what is left goes under another index, for an index never means two contents |
 *
 * | event        | means                                                                                    |
 * |--------------|------------------------------------------------------------------------------------------|
 * | acknowledged | the server answered it                                                                   |
 * | held         | the status of the upload lists it                                                        |
 * | not-held     | the status does not: it never arrived, a file of it was wrong, or the server was restored |
 * | forgotten    | the server does not know the upload any more                                             |
 * | withdrawn    | bytes of a waiting chunk were lost or released                                           |
 *
 * Faults on the way (no answer, 5xx, 401, 403, 413, 422, 507 …) change no chunk: it waits, and goes out again.
 */
export const CHUNK_STATES = ['waiting', 'confirmed', 'withdrawn'] as const;
export type ChunkState = (typeof CHUNK_STATES)[number];

export const CHUNK_EVENTS = ['acknowledged', 'held', 'not-held', 'forgotten', 'withdrawn'] as const;
export type ChunkEvent = (typeof CHUNK_EVENTS)[number];

const MOVES: Record<ChunkState, Partial<Record<ChunkEvent, ChunkState>>> = {
  waiting: { acknowledged: 'confirmed', held: 'confirmed', withdrawn: 'withdrawn' },
  confirmed: { 'not-held': 'waiting', forgotten: 'waiting' },
  withdrawn: {},
};

/** The state after an event, or null when the event means nothing there (it came late or twice) and must change nothing. */
export function nextChunkState(state: ChunkState, event: ChunkEvent): ChunkState | null {
  return MOVES[state][event] ?? null;
}
