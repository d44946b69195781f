/**
 * [Note: Pins]
 *
 * A study that a person wants to read without a network: its detail, its files' names, its volumes and its pictures are fetched and stay.
 *
 * | state   | means                                                                                         | leaves by                              |
 * |---------|-----------------------------------------------------------------------------------------------|----------------------------------------|
 * | wanted  | asked for, or the server has something new of it; nothing of that was fetched yet              | `begun` → keeping, `failed` → failed   |
 * | keeping | it is being fetched; what is here already stays here through every cut                         | `whole` → kept, `failed` → failed      |
 * | kept    | everything that the server had of it when it was last asked is here                            | `changed` → wanted                     |
 * | failed  | the last try ended early; `failure` says why and when the next one begins                      | `begun` → keeping, `changed` → wanted  |
 *
 * | event   | means                                                                                     |
 * |---------|-------------------------------------------------------------------------------------------|
 * | begun   | its turn came: one study after the other, and none while an upload is sent                |
 * | whole   | every object of the server's answer is here, of the size that it said                     |
 * | failed  | no network, a refusal, no room, or an answer that does not fit                            |
 * | changed | the server has other volumes of it now, a piece is missing here, or a person tries again  |
 *
 * `unpinned` leads out of the table from every state: the pin and all that was kept of its study go together.
 */
export const PIN_STATES = ['wanted', 'keeping', 'kept', 'failed'] as const;
export type PinState = (typeof PIN_STATES)[number];

export const PIN_EVENTS = ['begun', 'whole', 'failed', 'changed'] as const;
export type PinEvent = (typeof PIN_EVENTS)[number];

/** Why a study is not whole here: `room` is this device's, the others are the server's or the way to it. */
export interface PinFailure {
  why: 'network' | 'sign-in' | 'refused' | 'gone' | 'room' | 'server';
  /** Of the answer, where one came. */
  status: number | null;
  tries: number;
  /** When it was met, and when the next try begins, ms. */
  at: number;
  until: number;
}

/** After the first, second … failed try, ms; the last for every later one. */
const PAUSES_MS = [5_000, 20_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000] as const;

/** How long to wait after so many earlier failed tries; `random` in 0 to 1 spreads devices that met the same fault. */
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

/** The state after an event, or null when the event means nothing there and must change nothing. */
export function nextPinState(state: PinState, event: PinEvent): PinState | null {
  return MOVES[state][event] ?? null;
}
