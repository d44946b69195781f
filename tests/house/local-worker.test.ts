import { expect, it } from 'vitest';
import { findTorch } from '#commands/test-services/torch.ts';
import { startTestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';

interface Worker {
  uuid: string;
  name: string;
  state: string;
}

it.skipIf(findTorch() === null)(
  'npm start starts a worker where a Python with PyTorch is found, which ends with it, also when that is killed [AI-89]',
  { timeout: 120_000 },
  async () => {
    const server = await startTestServer({ demo: true, page: false, env: { LIGHTSHIP_LOCAL_WORKER: 'on' } });
    try {
      const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north' };
      const workers = async () => (await server.request('/api/ai-workers', { headers })).json() as { data: { workers: Worker[] } };
      const local = async () => (await workers()).data.workers.find(({ name, state }) => name === 'local' && state === 'idle');
      await expect.poll(local, { timeout: 45_000, interval: 500 }).toMatchObject({ built_in: true, kinds: ['train', 'infer'] });
      const first = (await local())!.uuid;
      // Killed, the server cannot stop it. It has ended nevertheless, or the next one would find the work folder in use.
      await server.kill();
      await server.restart();
      await expect.poll(async () => ((await local())?.uuid ?? first) === first, { timeout: 45_000, interval: 500 }).toBe(false);
      // It would answer later if it waited for the worker.
      expect(await server.stop()).toBe(0);
    } finally {
      await server.dispose();
    }
  },
);
