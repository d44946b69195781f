import { expect } from 'vitest';
import type { AnyJson, Answered, Asked } from '#server/test-server.ts';
import { NORTH, type ContractServer, withoutPermission } from '#tests/contract/contract-server.ts';
import type { Rows, Scene } from './rows.ts';

let made = 0;
const HELD = ['r:dashboard', 'r:studies'];
const newName = (): string => `Study nurse ${(made += 1)}`;

const create = (server: ContractServer, name = newName(), permissions: readonly string[] = HELD, asked: Asked = {}): Promise<Answered> =>
  server.asAda('POST /api/roles', { body: { name, permissions, invitable: true }, ...asked });
const save = (server: ContractServer, { id, name, permissions, invitable, version }: AnyJson, asked: Asked = {}): Promise<Answered> =>
  server.asAda(`PUT /api/roles/${id}`, { body: { name, permissions, invitable, version }, ...asked });
const grant = (server: ContractServer, id: number, permission: string, held: boolean, asked: Asked = {}): Promise<Answered> =>
  server.asAda(`PUT /api/roles/${id}/permissions`, { body: { permission, held }, ...asked });
/** Who runs the server. */
const adam = ({ adam: { token } }: ContractServer): Asked => ({ token });
const asNell = ({ server, nell }: Scene, request: string, asked: Asked = {}) => server.ask(request, { host: NORTH, token: nell, ...asked });

/** Roles of the server, which Adam may change, and of the team, which Ada may. */
export const ROLE_ROWS = {
  roles: [
    [
      'lists the first roles, what each allows and how many hold it [PERM-21, OQ-01]',
      ({ server }) => server.asAda('GET /api/roles'),
      200,
      ({ body }) => {
        expect(body.data.slice(0, 6).map((role: AnyJson) => [role.id, role.name, role.built_in])).toEqual([
          [1, 'Member', true],
          [2, 'Annotator', true],
          [3, 'Reviewer', true],
          [4, 'Data scientist', true],
          [5, 'Team administrator', true],
          [6, 'Platform administrator', true],
        ]);
        expect(body.data[4]).toMatchObject({ kept: ['r:dashboard', 'r:team', 'r:invitations'], invitable: true, version: 1 });
        expect(body.data[4].people).toBeGreaterThan(0);
      },
    ],
    ['is for who may look after roles', (scene) => asNell(scene, 'GET /api/roles'), 'not_allowed'],
  ],
  createRole: [
    [
      'makes a role of the team, which may then give it',
      async ({ server }) => {
        const answer = await create(server);
        const { body } = await server.asAda('GET /api/invitations/role-list');
        expect(body.data).toContainEqual({ id: answer.body.id, name: answer.body.name });
        return answer;
      },
      200,
      ({ body }) =>
        expect(body).toMatchObject({ permissions: HELD, kept: ['r:dashboard'], invitable: true, built_in: false, version: 1, people: 0 }),
    ],
    [
      'makes a role of the server for who runs it',
      ({ server }) => create(server, newName(), HELD, adam(server)),
      200,
      ({ body }) => expect(body.team_id).toBeNull(),
    ],
    [
      'makes none of the server for anybody else',
      ({ server }) => server.asAda('POST /api/roles', { body: { name: newName(), permissions: HELD, invitable: true, scope: 'server' } }),
      'not_allowed',
    ],
    [
      'twice makes one',
      async ({ server }) => {
        const name = newName();
        const [one, other] = [await create(server, name), await create(server, name)];
        expect(other.text).toBe(one.text);
        return other;
      },
      200,
    ],
    ['takes no name that another role has', ({ server }) => create(server, 'mEmber'), 'invalid'],
    ['makes none without the dashboard, which everybody has', ({ server }) => create(server, newName(), ['r:studies']), 'role_keeps'],
    ['gives nothing that the caller lacks', ({ server }) => create(server, newName(), [...HELD, 'admin']), 'not_allowed'],
    [
      'is for who may look after roles',
      (scene) => asNell(scene, 'POST /api/roles', { body: { name: 'x', permissions: [] } }),
      'not_allowed',
    ],
  ],
  saveRole: [
    [
      'renames a role and changes what it allows',
      async ({ server }) => {
        const { body } = await create(server);
        return save(server, { ...body, name: newName(), permissions: ['r:dashboard'] });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ permissions: ['r:dashboard'], version: 2 }),
    ],
    [
      'twice changes it once',
      async ({ server }) => {
        const { body } = await create(server);
        await save(server, { ...body, permissions: ['r:dashboard'] });
        return save(server, { ...body, permissions: ['r:dashboard'] });
      },
      200,
      ({ body }) => expect(body.version).toBe(2),
    ],
    [
      'refuses a change that was made from an older version',
      async ({ server }) => {
        const { body } = await create(server);
        await save(server, { ...body, permissions: ['r:dashboard'] });
        return save(server, { ...body, name: newName() });
      },
      'role_changed',
    ],
    [
      'leaves a role of the server alone',
      async ({ server }) => {
        const { body } = await server.asAda('GET /api/roles');
        return save(server, { ...body.data[0], name: newName() });
      },
      'not_allowed',
    ],
    [
      'keeps what a team needs',
      async ({ server }) => {
        const { body } = await server.asAda('GET /api/roles');
        const { permissions } = body.data[4];
        return save(server, { ...body.data[4], permissions: permissions.filter((one: string) => one !== 'r:invitations') }, adam(server));
      },
      'role_keeps',
    ],
    [
      'knows no role that is not there',
      ({ server }) => save(server, { id: 9999, name: 'x', permissions: HELD, invitable: true, version: 1 }),
      'not_found',
    ],
  ],
  removeRole: [
    [
      'deletes a role that nobody holds, and twice is once',
      async ({ server }) => {
        const { id } = (await create(server)).body;
        await server.asAda(`DELETE /api/roles/${id}`);
        const { body } = await server.asAda('GET /api/roles');
        expect(body.data.map((role: AnyJson) => role.id)).not.toContain(id);
        return server.asAda(`DELETE /api/roles/${id}`);
      },
      204,
    ],
    [
      'says how many hold it',
      async ({ server }) => {
        const { id } = (await create(server)).body;
        made += 1;
        await server.addUser(`nurse-${made}@example.org`, { [server.teams.north]: id });
        return server.asAda(`DELETE /api/roles/${id}`);
      },
      'role_in_use',
      ({ body }) => expect(body.held_by).toEqual({ people: 1, invitations: 0 }),
    ],
    ['never deletes one that came with the server', ({ server }) => server.asAda('DELETE /api/roles/3', adam(server)), 'role_built_in'],
    ['leaves a role of the server alone', ({ server }) => server.asAda('DELETE /api/roles/3'), 'not_allowed'],
  ],
  permissionList: [
    [
      'lists every permission string [SIDE-40]',
      ({ server }) => server.asAda('GET /api/permissions'),
      200,
      ({ body }) => expect(body.data).toEqual(expect.arrayContaining(['r:dashboard', 'r:studies:detail', 'r:ai-workers', 'admin'])),
    ],
    ['is for who may look at permissions', (scene) => asNell(scene, 'GET /api/permissions'), 'not_allowed'],
  ],
  grantPermission: [
    [
      'gives a role one permission and takes it, however often it is sent',
      async ({ server }) => {
        const { id } = (await create(server)).body;
        for (const held of [true, true, false, false]) await grant(server, id, 'r:projects', held);
        return grant(server, id, 'r:reviews', true);
      },
      200,
      ({ body }) => expect(body).toMatchObject({ permissions: [...HELD, 'r:reviews'], version: 4 }),
    ],
    ['never takes what a role keeps', ({ server }) => grant(server, 5, 'r:team', false, adam(server)), 'role_keeps'],
    ['leaves a role of the server alone', ({ server }) => grant(server, 1, 'r:reviews', true), 'not_allowed'],
    [
      'gives nothing that the caller lacks',
      async ({ server }) => {
        const { body } = await create(server);
        return withoutPermission(server, 'r:xr-workers', () => grant(server, body.id, 'r:xr-workers', true));
      },
      'not_allowed',
    ],
  ],
} satisfies Rows;
