import type { OpeningPhase, TransferPhase } from '#model/uploads/transfer-phase.ts';
import type { Verdict } from './faults.ts';

/**
 * [Note: What a fault does to an upload]
 *
 * Faults are ordinary events in the life of an upload. faults.ts defines how the sender responds; this table defines the effect on an
 * upload in each of its phases ([Note: The life of an upload on its way to the server]). None of them loses a byte or gives up anything
 * that the user has not given up.
 *
 * - `wait`: the phase stays; retried after a growing pause.
 * - `ask-later`: nothing waits to be sent; the next check asks again.
 * - `sign-in`: halted until somebody signs in, then resumed automatically.
 * - `rights`: halted until the user may upload to this team again, then resumed automatically.
 * - `failed`: halted with the reason, until 'Try again'.
 * - `begin-anew`: the server lost the upload: back to `queued` with everything that is on this device.
 * - `gone`: nothing is left on the server to clear; the row is deleted.
 * - `impossible`: no request is made in this phase.
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
  // A server that does not know the team or the call will not know it a moment later either.
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
