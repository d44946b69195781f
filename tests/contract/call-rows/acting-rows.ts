import { expect } from 'vitest';
import type { Answered } from '#server/test-server.ts';
import { NORTH } from '#tests/contract/contract-server.ts';
import { WIRE_DATE, type Rows, type Scene } from './rows.ts';

const ADMINISTRATION = 91;
const REASON = 'Their list stays empty';
let made = 0;

/** Who runs the server, with the permission `admin` in team north; another each time. */
async function platform({ server }: Scene): Promise<string> {
  await server.db.write(async (tx) => {
    await tx
      .insertInto('role')
      .values({ id: ADMINISTRATION, name: 'Administration', invitable: 0 })
      .onConflict((one) => one.doNothing())
      .execute();
    const row = { role_id: ADMINISTRATION, permission: 'admin' } as const;
    await tx
      .insertInto('role_permission')
      .values(row)
      .onConflict((one) => one.doNothing())
      .execute();
  });
  const email = `acting-${(made += 1)}@example.org`;
  await server.addUser(email, { [server.teams.north]: ADMINISTRATION }, { platformAdmin: true });
  return (await server.signIn(email, NORTH)).token;
}

async function actAs(scene: Scene, token: string): Promise<Answered> {
  const user_id = await scene.server.addUser(`acted-${(made += 1)}@example.org`, {});
  return scene.server.ask('POST /api/user-switch', { host: NORTH, token, body: { user_id, reason: REASON } });
}

const MADE = { reason: REASON, started_at: expect.stringMatching(WIRE_DATE), ended_at: null };

/** A platform administrator acts as another person. */
export const ACTING_ROWS = {
  actAs: [
    [
      'answers a bearer of the other person, and when it ends [PCALL-29]',
      async (scene) => actAs(scene, await platform(scene)),
      200,
      ({ body }) => expect(body).toEqual({ token: expect.any(String), until: expect.stringMatching(WIRE_DATE) }),
    ],
    [
      'is for who runs the server',
      ({ server }) => server.asAda('POST /api/user-switch', { body: { user_id: 1, reason: REASON } }),
      'not_allowed',
    ],
  ],
  endActing: [
    [
      'answers a bearer of the own account',
      async (scene) => {
        const { body } = await actAs(scene, await platform(scene));
        return scene.server.ask('DELETE /api/user-switch', { host: NORTH, token: body.token });
      },
      200,
      ({ body }) => expect(body).toEqual({ token: expect.any(String) }),
    ],
    ['is refused to who acts as nobody', ({ server }) => server.asAda('DELETE /api/user-switch'), 'not_acting'],
  ],
  actings: [
    [
      'answers who acted as whom, newest first [PCALL-222]',
      async (scene) => {
        const token = await platform(scene);
        await actAs(scene, token);
        return scene.server.ask('GET /api/user-switch', { host: NORTH, token });
      },
      200,
      ({ body }) => expect(body.data[0]).toMatchObject(MADE),
    ],
    ['is for who runs the server', ({ server }) => server.asAda('GET /api/user-switch'), 'not_allowed'],
  ],
  actingsForMe: [
    [
      'answers who acted as the caller [PCALL-223]',
      async (scene) => {
        const { body } = await actAs(scene, await platform(scene));
        return scene.server.ask('GET /api/user/acted-as', { host: NORTH, token: body.token });
      },
      200,
      ({ body }) => expect(body.data).toMatchObject([MADE]),
    ],
    ['answers nobody', ({ server }) => server.asAda('GET /api/user/acted-as'), 200, ({ body }) => expect(body).toEqual({ data: [] })],
  ],
} satisfies Rows;
