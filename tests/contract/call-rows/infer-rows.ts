import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import type { Rows } from './rows.ts';

const ask = (server: ContractServer, caseId: string, modelId = 'total-mr', token = server.ada.token) =>
  server.asAda('POST /services/createInfer', { token, body: { caseId, modelId } });

/** A series of MR whose conversion has ended. */
async function convertedSeries(server: ContractServer): Promise<string> {
  const { uuid } = (await registerUpload(server)).series;
  await server.db.write((tx) => tx.updateTable('series').set({ state: 'converted', modality: 'MR' }).where('uuid', '=', uuid).execute());
  return uuid;
}

/** Models that look at what was converted. */
export const INFER_ROWS = {
  createInfer: [
    [
      'answers a job that waits',
      async ({ server }) => ask(server, await convertedSeries(server)),
      200,
      ({ body }) => expect(body).toEqual({ data: { id: expect.any(Number), state: 'queued' } }),
    ],
    [
      'answers the same job again while it waits',
      async ({ server }) => {
        const uuid = await convertedSeries(server);
        const [first, second] = [await ask(server, uuid), await ask(server, uuid)];
        expect(second.body).toEqual(first.body);
        return second;
      },
      200,
    ],
    [
      'refuses a model that is not made for such images',
      async ({ server }) => ask(server, await convertedSeries(server), 'total'),
      'invalid',
    ],
    ['refuses a series that is not converted', async ({ server }) => ask(server, (await registerUpload(server)).series.uuid), 'not_found'],
    ['refuses what nobody has', ({ server }) => ask(server, randomUUID()), 'not_found'],
    ['is for who may upload or start inferences', ({ server, nell }) => ask(server, randomUUID(), 'total', nell), 'not_allowed'],
    ['is for members', ({ server, ute }) => ask(server, randomUUID(), 'total', ute), 'not_a_member'],
  ],
} satisfies Rows;
