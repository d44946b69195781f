import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import type { ContractServer } from '#tests/contract/contract-server.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

const pathOf = (uuid: string): string => `annotator/layouts/${uuid}`;

function layoutBody(more: AnyJson = {}): AnyJson {
  return {
    ...{ base: 0, device: randomUUID(), of_team: false, name: 'T2W and ADC', modality: 'MR' },
    ...{ bodyPart: { slug: 'prostate', title: 'Prostate' }, rows: 1, columns: 2, large: false },
    series: [{ study: 'this', modality: 'MR', acquisition: 'T2W', plane: 'axial', description: '' }],
    panes: [0, null].map((series) => ({ series, show: 'stored', slab: null })),
    links: { position: true, zoom: true, window: false },
    ...more,
  };
}

async function saved(server: ContractServer, more: AnyJson = {}) {
  const [path, body] = [pathOf(randomUUID()), layoutBody(more)];
  const answer = await server.asAda(`PUT /api/${path}`, { body });
  return { path, body, layout: answer.body.data as AnyJson };
}

/** Of team north, with the right to see studies but not to administer. */
async function asAnnotator(server: ContractServer): Promise<{ token: string }> {
  const email = `layouts-${randomUUID()}@example.org`;
  await server.addUser(email, { [server.teams.north]: 2 });
  return { token: (await server.signIn(email)).token };
}

/** Saved layouts of the annotator. */
export const LAYOUT_ROWS = {
  layouts: [
    [
      'lists those of the caller and of the team, not those of others [ANN-61]',
      async ({ server }) => {
        const [own, team] = [await saved(server), await saved(server, { of_team: true })];
        const mine = await server.asAda('GET /api/annotator/layouts');
        expect(mine.body.data).toEqual(expect.arrayContaining([own.layout, team.layout]));
        const other = await server.asAda('GET /api/annotator/layouts', await asAnnotator(server));
        expect(other.body.data).toContainEqual({ ...team.layout, changeable: false });
        expect(other.text).not.toContain(own.layout.uuid);
        return other;
      },
      200,
    ],
    ['requires r:studies:detail', ({ server, nell }) => server.asAda('GET /api/annotator/layouts', { token: nell }), 'not_allowed'],
  ],
  saveLayout: [
    [
      'is the same when it is sent twice [ANN-62]',
      async ({ server }) => {
        const { path, body, layout } = await saved(server);
        const answer = await server.asAda(`PUT /api/${path}`, { body });
        expect(answer.body.data).toEqual(layout);
        return answer;
      },
      200,
      ({ body }) => expect(body.data).toMatchObject({ version: 1, changeable: true, updated_at: expect.stringMatching(WIRE_DATE) }),
    ],
    [
      'stores a series over another one, and a volume in 3D [ANN-69]',
      ({ server }) => {
        const series = ['CT', 'PT'].map((modality) => ({
          study: 'this',
          modality,
          acquisition: null,
          plane: 'axial',
          description: modality,
        }));
        const fused = { series: 1, window: { center: 5, width: 10 }, opacity: 0.7 };
        const volume = { series: 1, show: 'max', window: 'stored', isInverted: true, isHot: false, curve: null, density: 1 };
        const panes = [
          { series: 0, show: 'axial', slab: null, fused },
          { series: 0, show: 'stored', slab: null, in3d: { volume } },
        ];
        return server.asAda(`PUT /api/${pathOf(randomUUID())}`, { body: layoutBody({ series, panes }) });
      },
      200,
      ({ body }) => expect(body.data.panes).toMatchObject([{ fused: { series: 1 } }, { in3d: { volume: { series: 1, show: 'max' } } }]),
    ],
    [
      'refuses a change of an older version [ANN-62]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        return server.asAda(`PUT /api/${path}`, { body: { ...body, device: randomUUID(), name: 'Other' } });
      },
      'conflict',
    ],
    [
      'refuses one of the team without r:team and r:invitations [ANN-61]',
      async ({ server }) =>
        server.asAda(`PUT /api/${pathOf(randomUUID())}`, { ...(await asAnnotator(server)), body: layoutBody({ of_team: true }) }),
      'not_allowed',
    ],
    [
      'does not find that of another member [ANN-61]',
      async ({ server }) => {
        const { path, body } = await saved(server);
        return server.asAda(`PUT /api/${path}`, { ...(await asAnnotator(server)), body });
      },
      'not_found',
    ],
  ],
  deleteLayout: [
    [
      'may be sent twice, and after it nobody sees the layout',
      async ({ server }) => {
        const { path, layout } = await saved(server);
        await server.asAda(`DELETE /api/${path}`);
        expect((await server.asAda('GET /api/annotator/layouts')).text).not.toContain(layout.uuid);
        return server.asAda(`DELETE /api/${path}`);
      },
      204,
    ],
    [
      'refuses one of the team without r:team and r:invitations [ANN-61]',
      async ({ server }) => server.asAda(`DELETE /api/${(await saved(server, { of_team: true })).path}`, await asAnnotator(server)),
      'not_allowed',
    ],
  ],
} satisfies Rows;
