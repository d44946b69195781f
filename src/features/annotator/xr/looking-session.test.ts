import { expect, it } from 'vitest';
import { LookingSession } from './looking-session.ts';

function opened(starts: boolean[] = [true]) {
  const said: string[] = [];
  const uuids = new Set<string>();
  const session = new LookingSession({
    async start(uuid) {
      uuids.add(uuid);
      said.push('start');
      return starts.shift() ?? true;
    },
    async keep(uuid, { headset, ended }) {
      uuids.add(uuid);
      said.push(`${headset ? 'headset' : 'page'} ${ended ? 'ended' : 'goes on'}`);
      return true;
    },
  });
  return { said, uuids, session };
}

it('starts once, goes on with every turn, and ends, under one number [XR-008]', async () => {
  const { said, uuids, session } = opened();
  await session.turn();
  await session.turn();
  await session.entered(true);
  await session.entered(false);
  await session.end();
  expect(said).toEqual(['start', 'page goes on', 'headset goes on', 'page ended']);
  expect(uuids.size).toBe(1);
});

it('that the server has not taken starts again with the next turn, and says then that a headset was entered', async () => {
  const { said, session } = opened([false, true]);
  await session.turn();
  await session.entered(true);
  await session.turn();
  expect(said).toEqual(['start', 'start', 'headset goes on']);
});

it('that never reached the server says nothing at its end', async () => {
  const { said, session } = opened();
  await session.end();
  expect(said).toEqual([]);
});
