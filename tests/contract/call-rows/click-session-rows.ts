import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Grid } from '#contract/grids.ts';
import type { AnyJson, Asked } from '#server/test-server.ts';
import { storeGrid } from '#server/rules/segmentations/grids.ts';
import { straightGrid } from '#tests/fixtures/mask-device.ts';
import type { ContractServer } from '#tests/contract/contract-server.ts';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { asUte, asWorker, convertedStudy, newModel, newWorker, registration, versionBody } from './ai-steps.ts';
import type { Rows } from './rows.ts';

const GRID: Grid = straightGrid(8, 6, 4);

/** A version for clicks, a study to click on, and a worker that has been seen. */
async function ready(server: ContractServer) {
  const [model, body, upload] = [await newModel(server), await versionBody(server), await convertedStudy(server)];
  const channels = ['T1', 'Clicks inside', 'Clicks outside', 'Mask so far'].map((name) => ({ ...body.manifest.channels[0], name }));
  const manifest = { ...body.manifest, engine: 'onnx', channels, mirror: [], classes: [{ value: 1, title: 'Clicked' }], clicks: true };
  const { data: version } = (await server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body: { ...body, manifest } })).body;
  const grid = await server.db.write((tx) => storeGrid(tx, { seriesId: upload.series.id, grid: GRID, now: server.clock.now }));
  const { body: registered } = await asWorker(server, 'POST /api/ai-workers/register', {
    body: registration({ engines: ['unet-clicks'] }),
  });
  const opening = { uuid: randomUUID(), series: upload.series.uuid, version: version.uuid, grid };
  return { upload, version, worker: registered.worker as string, opening, path: `POST /api/studies/${upload.study.uuid}/click-sessions` };
}

async function opened(server: ContractServer) {
  const made = await ready(server);
  await server.asAda(made.path, { body: made.opening });
  return { ...made, uuid: made.opening.uuid };
}

const PROMPT = firstAccepted(goldenOfCall('sendClicks'), 'body') as AnyJson;
const send = (server: ContractServer, uuid: string, more: AnyJson = {}, asked: Asked = {}) =>
  server.asAda(`POST /api/click-sessions/${uuid}/prompts`, { body: { ...PROMPT, ...more }, ...asked });
const take = (server: ContractServer, worker: string, more: AnyJson = {}, asked: Asked = {}) =>
  asWorker(server, `POST /api/ai-workers/${worker}/clicks`, { body: { waitSeconds: 0, held: null, answer: null, ...more }, ...asked });

/** Clicks that a worker answers. */
export const CLICK_SESSION_ROWS = {
  openClickSession: [
    [
      'opens a session, also twice [PCALL-177]',
      async ({ server }) => {
        const { path, opening } = await ready(server);
        await server.asAda(path, { body: opening });
        return server.asAda(path, { body: opening });
      },
      200,
    ],
    [
      'refuses a model that does not take clicks',
      async ({ server }) => {
        const { path, opening } = await ready(server);
        const model = await newModel(server);
        const { body } = await server.asAda(`POST /api/ai2/model/${model.id}/versions`, { body: await versionBody(server) });
        return server.asAda(path, { body: { ...opening, version: body.data.uuid } });
      },
      'invalid',
      ({ body }) => expect(Object.keys(body.errors)).toEqual(['version']),
    ],
    [
      'refuses it where no worker was seen lately',
      async ({ server }) => {
        const { path, opening } = await ready(server);
        await server.db.write((tx) => tx.updateTable('ai_worker').set({ last_seen: 0 }).execute());
        return server.asAda(path, { body: opening });
      },
      'no_worker_for_clicks',
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => {
        const { path, opening } = await ready(server);
        return server.asAda(path, { ...asUte(ute), body: opening });
      },
      'not_found',
    ],
  ],
  sendClicks: [
    [
      'keeps a prompt, also twice [PCALL-178]',
      async ({ server }) => {
        const { uuid } = await opened(server);
        await send(server, uuid);
        return send(server, uuid);
      },
      200,
    ],
    [
      'refuses an earlier one',
      async ({ server }) => {
        const { uuid } = await opened(server);
        await send(server, uuid);
        return send(server, uuid, { number: 1 });
      },
      'conflict',
    ],
    [
      'does not find a session of another person',
      async ({ server, ute }) => send(server, (await opened(server)).uuid, {}, asUte(ute)),
      'not_found',
    ],
  ],
  clickAnswer: [
    [
      'answers the mask of a worker [PCALL-179]',
      async ({ server }) => {
        const { uuid, worker } = await opened(server);
        await send(server, uuid);
        await take(server, worker);
        await take(server, worker, { held: uuid, answer: { number: PROMPT.number, mask: PROMPT.mask, detail: '' } });
        return server.asAda(`GET /api/click-sessions/${uuid}/prompts/${PROMPT.number}?waitSeconds=5`);
      },
      200,
      ({ body }) => expect(body.data).toEqual({ state: 'answered', mask: PROMPT.mask, detail: '' }),
    ],
    [
      'says that there is none yet',
      async ({ server }) => {
        const { uuid } = await opened(server);
        await send(server, uuid);
        return server.asAda(`GET /api/click-sessions/${uuid}/prompts/${PROMPT.number}`);
      },
      200,
      ({ body }) => expect(body.data).toEqual({ state: 'waiting', mask: null, detail: '' }),
    ],
    [
      'does not find another prompt',
      async ({ server }) => server.asAda(`GET /api/click-sessions/${(await opened(server)).uuid}/prompts/1`),
      'not_found',
    ],
  ],
  closeClickSession: [
    [
      'ends a session, also twice [PCALL-180]',
      async ({ server }) => {
        const { uuid } = await opened(server);
        await server.asAda(`DELETE /api/click-sessions/${uuid}`);
        expect((await send(server, uuid)).body.code).toBe('not_found');
        return server.asAda(`DELETE /api/click-sessions/${uuid}`);
      },
      200,
    ],
    [
      'leaves that of another person',
      async ({ server, ute }) => {
        const { uuid } = await opened(server);
        const answer = await server.asAda(`DELETE /api/click-sessions/${uuid}`, asUte(ute));
        expect((await send(server, uuid)).status).toBe(200);
        return answer;
      },
      200,
    ],
  ],
  takeClicks: [
    [
      'gives a session with absolute addresses, and then its prompt [PCALL-181]',
      async ({ server }) => {
        const { uuid, worker } = await opened(server);
        const { session } = (await take(server, worker)).body;
        expect(session).toMatchObject({ uuid, team: 'north', grid: { size: [8, 6, 4] } });
        for (const { url } of session.inputs) expect(url).toMatch(/^http:\/\/north\.app\.localhost:8080\/api\/ai-workers\/inputs\//);
        await send(server, uuid);
        return take(server, worker, { held: uuid });
      },
      200,
      ({ body }) => expect(body).toEqual({ session: null, prompt: PROMPT, ended: false }),
    ],
    [
      'gives nothing to a worker without the engine',
      async ({ server }) => {
        await opened(server);
        return take(server, await newWorker(server));
      },
      200,
      ({ body }) => expect(body).toEqual({ session: null, prompt: null, ended: false }),
    ],
    ['does not find another worker', ({ server }) => take(server, randomUUID()), 'not_found'],
  ],
} satisfies Rows;
