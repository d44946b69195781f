import { expect, it } from 'vitest';
import { findTorch } from '#commands/test-services/torch.ts';
import { startTestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';

it.skipIf(findTorch() === null)(
  'npm start starts a worker where a Python with PyTorch is found, which ends with it [AI-89]',
  { timeout: 60_000 },
  async () => {
    const server = await startTestServer({ demo: true, page: false, env: { LIGHTSHIP_LOCAL_WORKER: 'on' } });
    try {
      const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north' };
      const workers = async () => (await server.request('/api/ai-workers', { headers })).json() as { data: { workers: object[] } };
      await expect
        .poll(async () => (await workers()).data.workers, { timeout: 45_000, interval: 500 })
        .toContainEqual(expect.objectContaining({ name: 'local', built_in: true, kinds: ['train', 'infer'], state: 'idle' }));
      // It would answer later if it waited for the worker.
      expect(await server.stop()).toBe(0);
    } finally {
      await server.dispose();
    }
  },
);
