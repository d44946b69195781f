/**
 * [Note: The life of a chunk]
 *
 * | state     | means                                                                                       |
 * |-----------|---------------------------------------------------------------------------------------------|
 * | waiting   | its bytes are on this device, and the server is not known to have it                         |
 * | confirmed | the server acknowledged it: bytes fsynced, row committed                                     |
 * | withdrawn | bytes of it are gone; the rest is sent under a new index, as no index has two contents        |
 *
 * | event        | means                                                                                    |
 * |--------------|------------------------------------------------------------------------------------------|
 * | acknowledged | the server acknowledged it                                                               |
 * | held         | the status of the upload lists it                                                        |
 * | not-held     | the status does not: it never arrived, a file of it was wrong, or the server was restored |
 * | forgotten    | the server no longer knows the upload                                                    |
 * | withdrawn    | bytes of a waiting chunk were lost or released                                           |
 *
 * Transfer faults (no answer, 5xx, 401, 403, 413, 422, 507 …) change no chunk: it waits and is sent again.
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

/** The state after an event. Null if the event has no meaning in this state (it came late or twice) and must change nothing. */
export function nextChunkState(state: ChunkState, event: ChunkEvent): ChunkState | null {
  return MOVES[state][event] ?? null;
}
