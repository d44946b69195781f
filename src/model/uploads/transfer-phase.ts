/**
 * [Note: The life of an upload on its way to the server]
 *
 * | phase      | means                                                    | leaves by                                        |
 * |------------|----------------------------------------------------------|--------------------------------------------------|
 * | none       | in the preview on this device                             | `process`: checks passed, chunks written → queued |
 * | queued     | waits for a session on the server (CALL-040)              | `prepared`: it has a token → prepared             |
 * | prepared   | waits for IDs of its studies (CALL-051)                   | `registered`: every study has IDs → registered    |
 * | registered | chunks are sent (CALL-043)                                | `sent`: every file verified → sent                |
 * | sent       | its bytes are no longer needed here; the server converts  | `ended`: every series done or error → ended       |
 * | ended      | finished                                                  | (new upload, clear)                               |
 * | dropping   | the user cleared it; the server must still be told        | `dropped`: the row is deleted                     |
 *
 * `forgotten` leads from any phase between queued and ended back to queued: the server does not know the session, or has lost files of it
 * (restored from an older backup). Every step can be done twice, so going back loses nothing. `clear` leads from any phase to dropping.
 * Faults that keep the phase (no network, 5xx, 401, 403 …) are in src/transfer/faults.ts.
 */
export const TRANSFER_PHASES = ['none', 'queued', 'prepared', 'registered', 'sent', 'ended', 'dropping'] as const;
export type TransferPhase = (typeof TRANSFER_PHASES)[number];

export type TransferEvent = 'process' | 'prepared' | 'registered' | 'sent' | 'ended' | 'forgotten' | 'clear';

const MOVES: Record<TransferPhase, Partial<Record<TransferEvent, TransferPhase>>> = {
  none: { process: 'queued', clear: 'dropping' },
  queued: { prepared: 'prepared', forgotten: 'queued', clear: 'dropping' },
  prepared: { prepared: 'prepared', registered: 'registered', forgotten: 'queued', clear: 'dropping' },
  registered: { prepared: 'registered', sent: 'sent', forgotten: 'queued', clear: 'dropping' },
  sent: { prepared: 'sent', ended: 'ended', forgotten: 'queued', clear: 'dropping' },
  ended: { forgotten: 'queued', clear: 'dropping' },
  dropping: { clear: 'dropping' },
};

/** The phase after an event. Null if the event has no meaning in this phase (it came late or twice) and must change nothing. */
export function nextPhase(phase: TransferPhase, event: TransferEvent): TransferPhase | null {
  return MOVES[phase][event] ?? null;
}

/**
 * [Note: Archives that the server opens]
 *
 * An archive that the server opens is sent while its upload is still in the preview (phase `none`), under the session that the upload will have.
 *
 * | opening         | means                                                         | leaves by                                              |
 * |-----------------|---------------------------------------------------------------|--------------------------------------------------------|
 * | (none)          | the server has none of it, or everything was read             | a complete archive is on this device → archive-waiting |
 * | archive-waiting | the server has no session for it                              | `prepared` (CALL-040) → archive-sending                |
 * | archive-sending | its chunks are sent (page: zip_uploading)                     | every archive verified, reading begun (CALL-057) → archive-reading |
 * | archive-reading | the server opens and sorts (page: zip_preview_processing)     | its studies are rows here (CALL-058) → (none), or archive-sending if another one came meanwhile |
 *
 * An archive that is not completely on the server can be withdrawn in the first two states. In archive-waiting without a session, withdrawing
 * the last one leads to (none). In archive-sending the server is told with CALL-057, which is sent for the other archives as well.
 * If the server loses the session, every state leads back to archive-waiting, also after Process: the phase then waits until everything has
 * been opened again.
 */
export const OPENING_PHASES = ['archive-waiting', 'archive-sending', 'archive-reading'] as const;
export type OpeningPhase = (typeof OPENING_PHASES)[number];

/** What the sender does next for an upload. Archives come first, because series are created from them. */
export function sendPhase({ phase, opening }: { phase: TransferPhase; opening?: OpeningPhase | null }): TransferPhase | OpeningPhase {
  return phase === 'dropping' || !opening ? phase : opening;
}

/** Phases in which bytes or messages for the server wait on this device, so the sender has work. */
export const SENDING_PHASES: readonly TransferPhase[] = ['queued', 'prepared', 'registered', 'dropping'];

/** The same for an upload with its archives. */
export function isToBeSent(upload: { phase: TransferPhase; opening?: OpeningPhase | null }): boolean {
  const phase = sendPhase(upload);
  return phase === 'archive-waiting' || phase === 'archive-sending' || (phase !== 'archive-reading' && SENDING_PHASES.includes(phase));
}
