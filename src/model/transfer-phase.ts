/**
 * [Note: The life of an upload on its way to the server]
 *
 * | phase      | means                                                    | leaves by                                        |
 * |------------|----------------------------------------------------------|--------------------------------------------------|
 * | none       | still being arranged on this device                       | `process`: checks passed, chunks written → queued |
 * | queued     | waits for a session on the server (CALL-040)              | `prepared`: token is here → prepared              |
 * | prepared   | waits for ids of its studies (CALL-051)                   | `registered`: every study has ids → registered    |
 * | registered | chunks go out (CALL-043)                                  | `sent`: every file proved → sent                  |
 * | sent       | nothing of it is needed here; the server converts         | `ended`: every series done or error → ended       |
 * | ended      | finished                                                  | (new upload, clear)                               |
 * | dropping   | the person cleared it; the server still has to be told    | `dropped`: the row goes                           |
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

/** The phase after an event, or null when the event means nothing there (it came late or twice) and must change nothing. */
export function nextPhase(phase: TransferPhase, event: TransferEvent): TransferPhase | null {
  return MOVES[phase][event] ?? null;
}

/**
 * [Note: Archives that the server opens]
 *
 * An archive that the server is to open goes to it while its upload is still being arranged (phase `none`), under the session that the upload will have.
 *
 * | opening         | means                                                         | leaves by                                              |
 * |-----------------|---------------------------------------------------------------|--------------------------------------------------------|
 * | (none)          | nothing of it is with the server, or everything was read      | an archive is on this device, whole → archive-waiting  |
 * | archive-waiting | the server has no session for it                              | `prepared` (CALL-040) → archive-sending                |
 * | archive-sending | its chunks go out (page: zip_uploading)                       | every archive proved, reading begun (CALL-057) → archive-reading |
 * | archive-reading | the server opens and sorts (page: zip_preview_processing)     | its studies are rows here (CALL-058) → (none), or archive-sending where another one came meanwhile |
 *
 * An archive of which not all is on the server can be taken back from the first two: the last one from archive-waiting leads to (none), where there is no session
 * yet; from archive-sending it is told with CALL-057, which is said for the others as well.
 * A server that has lost the session leads from each back to archive-waiting; after Process as well, and the phase waits until all is opened again.
 */
export const OPENING_PHASES = ['archive-waiting', 'archive-sending', 'archive-reading'] as const;
export type OpeningPhase = (typeof OPENING_PHASES)[number];

/** What the sender does for an upload next: its archives first, since series are made of them. */
export function sendPhase({ phase, opening }: { phase: TransferPhase; opening?: OpeningPhase | null }): TransferPhase | OpeningPhase {
  return phase === 'dropping' || !opening ? phase : opening;
}

/** Phases in which bytes or words for the server wait on this device: the sender has work. */
export const SENDING_PHASES: readonly TransferPhase[] = ['queued', 'prepared', 'registered', 'dropping'];

/** The same of an upload with its archives. */
export function isToBeSent(upload: { phase: TransferPhase; opening?: OpeningPhase | null }): boolean {
  const phase = sendPhase(upload);
  return phase === 'archive-waiting' || phase === 'archive-sending' || (phase !== 'archive-reading' && SENDING_PHASES.includes(phase));
}
