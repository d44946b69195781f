import { describe, expect, it } from 'vitest';
import type { TransferPhase } from '#model/uploads/transfer-phase.ts';
import { NO_NETWORK, refused, World } from '#tests/support/transfer-world.ts';
import { drain } from './drain.ts';
import { follow } from './follow.ts';
import { checkKept } from './kept.ts';
import type { ServerAnswer } from './ports.ts';

/**
 * Every fault in every phase, with the state of the upload afterwards: its phase, why it is halted, what it waits for. `anew` is the state of an
 * upload that started over and met the fault again.
 */
const FAULTS: [string, ServerAnswer<never>, Record<'queued' | 'prepared' | 'registered' | 'sent' | 'ended' | 'dropping', string>][] = [
  ['no network', NO_NETWORK, waits('network')],
  ['408', refused(408), waits('server')],
  ['425', refused(425), waits('server')],
  ['429', refused(429, 'too_many'), waits('too_many')],
  ['500', refused(500, 'fault'), waits('server')],
  ['502', refused(502), waits('server')],
  ['503', refused(503), waits('server')],
  ['507', refused(507, 'storage_full'), waits('storage_full')],
  ['a suspended team', refused(503, 'team_suspended'), waits('team_suspended')],
  ['401', refused(401, 'signed_out'), { ...halts('sign-in'), ended: 'ended' }],
  ['403', refused(403, 'foreign_origin'), { ...halts('failed foreign_origin'), ended: 'ended', dropping: 'gone' }],
  ['403 of a permission', refused(403, 'not_allowed'), { ...halts('rights not_allowed'), ended: 'ended', dropping: 'gone' }],
  ['403 of a membership', refused(403, 'not_a_member'), { ...halts('rights not_a_member'), ended: 'ended', dropping: 'gone' }],
  ['404', refused(404, 'not_found'), { ...anew(), queued: 'queued, halted: failed not_found', dropping: 'gone' }],
  ['409', refused(409, 'conflict'), { ...halts('failed conflict'), ended: 'ended', dropping: 'gone' }],
  ['410', refused(410, 'session_closed'), { ...halts('failed session_closed'), ended: 'ended', dropping: 'gone' }],
  ['413', refused(413, 'too_large'), { ...halts('failed too_large'), ended: 'ended', dropping: 'gone' }],
  ['422', refused(422, 'invalid'), { ...halts('failed invalid'), ended: 'ended', dropping: 'gone' }],
  ['422 of a checksum', refused(422, 'checksum_wrong'), { ...halts('failed checksum_wrong'), ended: 'ended', dropping: 'gone' }],
  ['413 of a proxy', refused(413), { ...halts('failed http_413'), ended: 'ended', dropping: 'gone' }],
  ['401 of a proxy', refused(401), waits('server')],
  ['403 of a proxy', refused(403), waits('server')],
  ['404 of a proxy', refused(404), waits('server')],
  ['a status that nobody has defined', refused(418), waits('server')],
];

type Seen = (typeof FAULTS)[number][2];

function waits(reason: string): Seen {
  const waiting = (phase: string): string => `${phase}, waits: ${reason}`;
  return {
    queued: waiting('queued'),
    prepared: waiting('prepared'),
    registered: waiting('registered'),
    sent: 'sent',
    ended: 'ended',
    dropping: waiting('dropping'),
  };
}

function halts(why: string): Seen {
  const halted = (phase: string): string => `${phase}, halted: ${why}`;
  return {
    queued: halted('queued'),
    prepared: halted('prepared'),
    registered: halted('registered'),
    sent: halted('sent'),
    ended: halted('ended'),
    dropping: halted('dropping'),
  };
}

/** A server that has lost everything does not know the team either: the second 404 comes from `prepare`. */
function anew(): Seen {
  return { ...halts(''), prepared: 'queued', registered: 'queued', sent: 'queued', ended: 'queued' };
}

function seen({ phase, halt, waiting }: World): string {
  const { why = '', code = '' } = (halt ?? {}) as { why?: string; code?: string };
  if (phase === 'none') return 'gone';
  if (halt !== null) return `${phase}, halted: ${why}${code === '' ? '' : ` ${code}`}`;
  return waiting === null ? phase : `${phase}, waits: ${waiting.reason}`;
}

/** Handles an upload once in its phase, with the function responsible for that phase. Stops when the upload starts over. */
async function lookAt(world: World, phase: TransferPhase): Promise<void> {
  Object.assign(world, { phase, token: phase === 'queued' ? null : 'up_token', registered: phase !== 'queued' && phase !== 'prepared' });
  world.series = [{ idx: 0, serieRemoteUuid: 'u', state: 'converted', message: null }];
  const stop = new AbortController();
  const forgotten = world.store.saveForgotten;
  world.store.saveForgotten = async (...given) => {
    await forgotten(...given);
    stop.abort();
  };
  if (phase === 'sent') await follow(world.ports);
  else if (phase === 'ended') await checkKept(world.ports);
  else await drain(world.ports, stop.signal);
}

describe.each(FAULTS)('%s', (_, answer, seenByPhase) => {
  it.each(Object.entries(seenByPhase))('leaves an upload that was %s in this state: %s', async (phase, expected) => {
    const world = new World(2);
    world.fault = () => answer;
    await lookAt(world, phase as TransferPhase);
    expect(seen(world)).toBe(expected);
    expect(world.confirmed.size).toBe(0);
  });
});
