import type { OpeningPhase, TransferPhase } from '#model/transfer-phase.ts';
import type { Verdict } from './faults.ts';

/**
 * [Note: What a fault does to an upload]
 *
 * Faults are events of the life of an upload like any other. faults.ts says what a fault asks of the sender; this table says what that does to
 * an upload in each of its phases ([Note: The life of an upload on its way to the server]). None of it loses a byte or gives anything up
 * that a person has not given up.
 *
 * - `wait`: the phase stays; tried again after a pause that grows.
 * - `ask-later`: nothing waits to be sent; the next look at it asks again.
 * - `sign-in`: halted until somebody signs in, then by itself.
 * - `rights`: halted until the person may upload to this team again, then by itself.
 * - `failed`: halted with the reason, until 'Try again'.
 * - `begin-anew`: the server lost it: back to `queued` with everything that is on this device.
 * - `gone`: there is nothing left on the server that could be cleared; the row goes.
 * - `impossible`: nothing is asked of the server in this phase.
 */
export type Consequence = 'wait' | 'ask-later' | 'sign-in' | 'rights' | 'failed' | 'begin-anew' | 'gone' | 'impossible';

const NOTHING_ASKED = {
  again: 'impossible',
  'sign-in': 'impossible',
  rights: 'impossible',
  forgotten: 'impossible',
  'once-more': 'impossible',
  failed: 'impossible',
} as const;

const LIKE_REGISTERED = {
  again: 'wait',
  'sign-in': 'sign-in',
  rights: 'rights',
  forgotten: 'begin-anew',
  'once-more': 'failed',
  failed: 'failed',
} as const;

export const CONSEQUENCES: Readonly<Record<TransferPhase | OpeningPhase, Readonly<Record<Verdict['kind'], Consequence>>>> = {
  none: NOTHING_ASKED,
  // A server that does not know the team or the call would not know it a moment later either.
  queued: { again: 'wait', 'sign-in': 'sign-in', rights: 'rights', forgotten: 'failed', 'once-more': 'failed', failed: 'failed' },
  prepared: { again: 'wait', 'sign-in': 'sign-in', rights: 'rights', forgotten: 'begin-anew', 'once-more': 'failed', failed: 'failed' },
  registered: { again: 'wait', 'sign-in': 'sign-in', rights: 'rights', forgotten: 'begin-anew', 'once-more': 'failed', failed: 'failed' },
  sent: { again: 'ask-later', 'sign-in': 'sign-in', rights: 'rights', forgotten: 'begin-anew', 'once-more': 'failed', failed: 'failed' },
  ended: {
    again: 'ask-later',
    'sign-in': 'ask-later',
    rights: 'ask-later',
    forgotten: 'begin-anew',
    'once-more': 'ask-later',
    failed: 'ask-later',
  },
  'archive-waiting': { ...LIKE_REGISTERED, forgotten: 'failed' },
  'archive-sending': LIKE_REGISTERED,
  'archive-reading': { ...LIKE_REGISTERED, again: 'ask-later' },
  dropping: { again: 'wait', 'sign-in': 'sign-in', rights: 'gone', forgotten: 'gone', 'once-more': 'gone', failed: 'gone' },
};
