import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { SILENT_MS } from '#server/rules/xr-sessions/xr-sessions.ts';
import type { AnyJson } from '#server/test-server.ts';
import type { ContractServer } from '#tests/contract/contract-server.ts';
import { registerUpload } from '#tests/contract/upload-steps.ts';
import { asUte } from './ai-steps.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

/** What a viewer says that is opened on a segmentation of Ada. */
async function opening(server: ContractServer): Promise<AnyJson> {
  const { study } = await registerUpload(server);
  const { body } = await server.asAda(`POST /api/annotator/segmentations/${study.uuid}`, { body: { structure: 'liver', rbac: 1 } });
  return { uuid: randomUUID(), study: study.uuid, segmentation: body.data.uuid };
}

async function opened(server: ContractServer): Promise<AnyJson> {
  const body = await opening(server);
  await server.asAda('POST /api/xr-sessions', { body });
  return body;
}

const keep = (server: ContractServer, { uuid }: AnyJson, body: AnyJson) => server.asAda(`PUT /api/xr-sessions/${uuid}`, { body });

async function listed(server: ContractServer, { uuid }: AnyJson): Promise<AnyJson> {
  const { body } = await server.asAda('GET /api/xr-sessions');
  return body.data.find((row: AnyJson) => row.uuid === uuid);
}

/** The viewer for headsets. */
export const XR_SESSION_ROWS = {
  startXrSession: [
    [
      'records that somebody looks, also twice [PCALL-35]',
      async ({ server }) => {
        const body = await opened(server);
        return server.asAda('POST /api/xr-sessions', { body });
      },
      200,
    ],
    [
      'does not find a study of another team',
      async ({ server, ute }) => server.asAda('POST /api/xr-sessions', { ...asUte(ute), body: await opening(server) }),
      'not_found',
    ],
    [
      'refuses the UUID of another team’s session',
      async ({ server, ute }) => {
        const body = await opened(server);
        const other = await server.ask('GET /api/xr-sessions', asUte(ute));
        expect(JSON.stringify(other.body)).not.toContain(body.uuid);
        return server.asAda('POST /api/xr-sessions', { body: { ...body, segmentation: randomUUID() } });
      },
      'not_found',
    ],
  ],
  keepXrSession: [
    [
      'ends it, also twice, and remembers the headset',
      async ({ server }) => {
        const session = await opened(server);
        await keep(server, session, { headset: true, ended: false });
        await keep(server, session, { headset: false, ended: true });
        const answer = await keep(server, session, { headset: false, ended: true });
        expect(await listed(server, session)).toMatchObject({ headset: true, ended_at: expect.stringMatching(WIRE_DATE) });
        return answer;
      },
      200,
    ],
    [
      'is not for others',
      async ({ server, ute }) => {
        const { uuid } = await opened(server);
        return server.ask(`PUT /api/xr-sessions/${uuid}`, { ...asUte(ute), body: { headset: false, ended: true } });
      },
      'not_found',
    ],
  ],
  xrWorkers: [
    [
      'lists the browsers that draw [ROUTE-058]',
      async ({ server }) => {
        const session = await opened(server);
        await keep(server, session, { headset: true, ended: false });
        const answer = await server.asAda('GET /api/xr-workers');
        expect(answer.body.data).toMatchObject([{ user: { name: 'ada' }, headset: true, state: 'drawing', sessions: expect.any(Number) }]);
        return answer;
      },
      200,
    ],
    [
      'has one that draws no longer as idle',
      async ({ server }) => {
        await server.db.write((tx) => tx.updateTable('xr_session').set({ ended_at: 1 }).execute());
        const answer = await server.asAda('GET /api/xr-workers');
        expect(answer.body.data).toMatchObject([{ state: 'idle' }]);
        return answer;
      },
      200,
    ],
  ],
  xrSessions: [
    [
      'lists who looked at what, and since when it is silent [ROUTE-057, XR-008]',
      async ({ server }) => {
        const session = await opened(server);
        expect(await listed(server, session)).toMatchObject({
          ...{ user: { name: 'ada' }, study: { uuid: session.study }, structure: 'Liver', headset: false, ended_at: null },
        });
        const seen_at = server.clock.now - SILENT_MS - 1_000;
        await server.db.write((tx) => tx.updateTable('xr_session').set({ seen_at }).where('uuid', '=', session.uuid).execute());
        expect((await listed(server, session)).ended_at).toMatch(WIRE_DATE);
        await keep(server, session, { headset: false, ended: false });
        expect((await listed(server, session)).ended_at).toBeNull();
        return server.asAda('GET /api/xr-sessions');
      },
      200,
    ],
  ],
} satisfies Partial<Rows>;
