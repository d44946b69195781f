import { describe, expect, it } from 'vitest';
import { KEEP_AFTER_PROOF_MS } from '#model/offline/kept-copies.ts';
import { drain } from './drain.ts';
import { checkKept } from './kept.ts';
import { NEVER, NO_NETWORK, refused, World } from '#tests/support/transfer-world.ts';

describe('checking kept copies', () => {
  const uuid = '00000000-0000-4000-8000-000000000001';
  const ended = (): World => {
    const world = new World(2);
    world.phase = 'ended';
    world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'converted', message: null }];
    return world;
  };

  it('keeps them while the server has what it verified, and deletes them after a day [PWA-26]', async () => {
    const world = ended();
    await checkKept(world.ports);
    expect([world.phase, world.kept]).toEqual(['ended', true]);
    world.time += KEEP_AFTER_PROOF_MS + 1;
    await checkKept(world.ports);
    expect(world.kept).toBe(false);
    expect(world.calls).toEqual(['status', 'status']);
  });

  it('deletes them at once when all studies of the upload were deleted from the team, and none before [LIST-034]', async () => {
    const world = ended();
    const other = '00000000-0000-4000-8000-000000000002';
    const series = (serieRemoteUuid: string, deleted?: true) => ({
      idx: 0,
      serieRemoteUuid,
      state: 'converted' as const,
      message: null,
      ...(deleted && { deleted }),
    });
    world.seriesUuids = [uuid, other];
    world.series = [series(uuid, true), series(other)];
    await checkKept(world.ports);
    expect([world.phase, world.kept]).toEqual(['ended', true]);
    world.series = [series(uuid, true), series(other, true)];
    await checkKept(world.ports);
    expect([world.phase, world.kept]).toEqual(['ended', false]);
  });

  it.each<[string, (world: World) => void]>([
    [
      'does not know the upload',
      (world) => void (world.fault = (call) => (call === 'status' && world.phase === 'ended' ? refused(404, 'not_found') : null)),
    ],
    [
      'knows one of two series',
      (world) => {
        world.seriesUuids = [uuid, '00000000-0000-4000-8000-000000000002'];
        world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'converted', message: null }];
      },
    ],
    ['waits for files again', (world) => void (world.series = [{ idx: 0, serieRemoteUuid: uuid, state: 'receiving', message: null }])],
  ])('sends again to a server that was restored from an older backup and %s', async (_, restore) => {
    const world = ended();
    restore(world);
    await checkKept(world.ports);
    expect(world.phase).toBe('queued');
    await drain(world.ports, NEVER);
    expect([world.phase, world.held.size]).toEqual(['sent', 2]);
  });

  it.each([
    [NO_NETWORK, true],
    [refused(503), true],
    [refused(401, 'signed_out'), true],
    [refused(403, 'not_allowed'), false],
    [refused(410, 'session_closed'), false],
  ])('deletes none while the server cannot be asked, however late it is (%j: kept %s)', async (answer, kept) => {
    const world = ended();
    world.time += 10 * KEEP_AFTER_PROOF_MS;
    world.fault = () => answer;
    await checkKept(world.ports);
    expect([world.phase, world.kept]).toEqual(['ended', kept]);
  });

  it.each([NO_NETWORK, refused(503), refused(401, 'signed_out'), refused(403, 'not_allowed')])(
    'changes nothing while it cannot ask (%j)',
    async (answer) => {
      const world = ended();
      world.fault = () => answer;
      await checkKept(world.ports);
      expect([world.phase, world.kept, world.halt]).toEqual(['ended', true, null]);
    },
  );
});
