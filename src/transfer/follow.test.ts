import { describe, expect, it } from 'vitest';
import type { UploadStatus } from '#contract/entities.ts';
import { drain } from './drain.ts';
import { follow } from './follow.ts';
import { failing, NEVER, NO_NETWORK, refused, World } from '#tests/support/transfer-world.ts';

describe('following the conversions', () => {
  const uuid = '00000000-0000-4000-8000-000000000001';

  it('reports each end and finishes the upload when every series has ended [CHUNK-022, CONV-009, CONV-018, ODD-16]', async () => {
    const world = new World(1);
    world.phase = 'sent';
    world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'converting', message: null }];
    expect((await follow(world.ports)).left).toBe(1);
    expect(world.phase).toBe('sent');
    world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'error', message: 'why' }];
    expect((await follow(world.ports)).left).toBe(0);
    expect(world.phase).toBe('ended');
    expect(world.calls).toEqual(['status', 'status', 'status-is-error', 'finished']);
  });

  it('is finished only when the server has acknowledged it', async () => {
    const world = new World(1);
    world.phase = 'sent';
    world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'converted', message: null }];
    failing(world, 'finished', NO_NETWORK, 1);
    expect((await follow(world.ports)).left).toBe(1);
    expect(world.phase).toBe('sent');
    expect((await follow(world.ports)).left).toBe(0);
    expect(world.phase).toBe('ended');
  });

  it('continues when someone signed in while the earlier refusal was in transit', async () => {
    const world = new World();
    world.phase = 'sent';
    world.fault = () => {
      world.bearer = 'of the next sign-in';
      return refused(401, 'signed_out');
    };
    expect(await follow(world.ports)).toEqual({ left: 1, afterMs: null });
    expect(world.halt).toBeNull();
  });

  it('asks with the sign-in when the token ended with the upload and the answer was lost', async () => {
    const world = new World(1);
    Object.assign(world, { phase: 'sent', token: 'up_old' });
    world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'converted', message: null }];
    failing(world, 'status', refused(401, 'upload_token_ended'), 1);
    expect((await follow(world.ports)).left).toBe(0);
    expect(world.phase).toBe('ended');
  });

  it.each([
    ['does not know the upload', [] as UploadStatus['series']],
    ['waits for files again', [{ idx: 0, serieRemoteUuid: uuid, state: 'receiving' as const, message: null }]],
    ['knows one of two series', [{ idx: 0, serieRemoteUuid: uuid, state: 'converted' as const, message: null }]],
  ])('sends again to a server that was restored and %s', async (_, series) => {
    const world = new World(2);
    world.seriesUuids = [uuid, '00000000-0000-4000-8000-000000000002'];
    await drain(world.ports, NEVER);
    expect(world.phase).toBe('sent');
    world.held.clear();
    world.series = series;
    await follow(world.ports);
    expect(world.phase).toBe('queued');
    await drain(world.ports, NEVER);
    expect(world.held.size).toBe(2);
    expect(world.phase).toBe('sent');
  });

  it('repeats an end that the server has not acknowledged, and reports each only once', async () => {
    const world = new World(1);
    world.phase = 'sent';
    world.series = [
      { idx: 0, serieRemoteUuid: uuid, state: 'converted', message: null },
      { idx: 1, serieRemoteUuid: uuid.replace(/1$/, '2'), state: 'error', message: 'why' },
    ];
    failing(world, 'status-is-error', refused(503), 1);
    const told = new Set<string>();
    expect((await follow(world.ports, told)).left).toBe(1);
    expect((await follow(world.ports, told)).left).toBe(0);
    expect(world.calls.filter((call) => call.startsWith('status-is'))).toEqual([
      'status-is-converted',
      'status-is-error',
      'status-is-error',
    ]);
    expect(world.phase).toBe('ended');
  });

  it.each([403, 410])('gives the reason why it stops after %i', async (status) => {
    const world = new World(1);
    world.phase = 'sent';
    world.fault = () => refused(status, 'code');
    expect((await follow(world.ports)).left).toBe(0);
    expect(world.halt).toMatchObject({ why: 'failed', code: 'code' });
  });

  it('changes nothing while the server does not answer', async () => {
    const world = new World(1);
    world.phase = 'sent';
    world.fault = () => NO_NETWORK;
    expect((await follow(world.ports)).left).toBe(1);
    expect(world.phase).toBe('sent');
  });
});
