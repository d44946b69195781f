/**
 * [Note: Pins]
 *
 * A study that the user wants to read offline: its details, file names, volumes and images are downloaded and kept.
 *
 * | state   | means                                                                                         | leaves by                              |
 * |---------|-----------------------------------------------------------------------------------------------|----------------------------------------|
 * | wanted  | pinned, or changed on the server; nothing of the change has been downloaded                   | `begun` → keeping, `failed` → failed   |
 * | keeping | it is being downloaded; interruptions lose nothing                                            | `whole` → kept, `failed` → failed      |
 * | kept    | everything that the server last reported is here                                              | `changed` → wanted                     |
 * | failed  | the last try failed; `failure` has the reason and the time of the next try                    | `begun` → keeping, `changed` → wanted  |
 *
 * | event   | means                                                                                     |
 * |---------|-------------------------------------------------------------------------------------------|
 * | begun   | its turn has come: one study at a time, and none while an upload is sent                   |
 * | whole   | every object in the server's answer is here, with the announced size                      |
 * | failed  | no network, a refusal, a full device, or an inconsistent answer                           |
 * | changed | the server has other volumes, a piece is missing here, or the user retries                |
 *
 * `unpinned` leaves the table from every state: the pin and everything kept of its study are deleted together.
 */
export const PIN_STATES = ['wanted', 'keeping', 'kept', 'failed'] as const;
export type PinState = (typeof PIN_STATES)[number];

export const PIN_EVENTS = ['begun', 'whole', 'failed', 'changed'] as const;
export type PinEvent = (typeof PIN_EVENTS)[number];

/** Why a study is not complete here. `room`: this device is full; the others concern the server or the connection. */
export interface PinFailure {
  why: 'network' | 'sign-in' | 'refused' | 'gone' | 'room' | 'server';
  /** HTTP status of the answer, if there was one. */
  status: number | null;
  tries: number;
  /** When the failure happened and when the next try begins, ms. */
  at: number;
  until: number;
}

/** Pauses after the first, second … failed try, ms; the last one also for all later tries. */
const PAUSES_MS = [5_000, 20_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000] as const;

/** How long to wait after this many failed tries. `random` from 0 to 1 spreads the devices that met the same fault. */
export function pinPause(earlierTries: number, random: number): number {
  const pause = PAUSES_MS[Math.min(earlierTries, PAUSES_MS.length - 1)] ?? PAUSES_MS[0];
  return Math.round(pause * (0.8 + 0.4 * random));
}

const MOVES: Record<PinState, Partial<Record<PinEvent, PinState>>> = {
  wanted: { begun: 'keeping', failed: 'failed' },
  keeping: { begun: 'keeping', whole: 'kept', failed: 'failed', changed: 'wanted' },
  kept: { changed: 'wanted' },
  failed: { begun: 'keeping', changed: 'wanted' },
};

/** The state after an event. Null if the event has no meaning in this state and must change nothing. */
export function nextPinState(state: PinState, event: PinEvent): PinState | null {
  return MOVES[state][event] ?? null;
}
