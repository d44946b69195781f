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

/** Phases in which bytes or words for the server wait on this device: the sender has work. */
export const SENDING_PHASES: readonly TransferPhase[] = ['queued', 'prepared', 'registered', 'dropping'];
