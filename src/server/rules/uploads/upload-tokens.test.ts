import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { uploadRoutes } from '#server/routes/uploads.ts';
import { openTestServer, TEST_PASSWORD, type Answered, type TestServer } from '#server/test-server.ts';
import { removeMembership, saveMembership } from '#server/rules/teams/membership.ts';
import { prepareUpload } from './uploads.ts';
import { tokenToHash } from '#server/rules/tokens.ts';

const NORTH = 'north.app.localhost:8080';
const DAY = 86_400_000;

/** The routes behind the guard are not part of these tests: 501 is a call that was let in. */
const LET_IN = [501, 'not_built'];
const ENDED = [401, 'upload_token_ended'];

describe.each(TEST_ENGINES)('[Note: Upload tokens] on %s', (engine) => {
  let server: TestServer;
  let north: number;
  let bob: number;
  /** Of Bob, under the sign-in of `signIn`. */
  let session: string;
  let signIn: { token: string; cookie: string };
  let uploadToken: string;

  beforeEach(async () => {
    server = await openTestServer(engine, { handlers: { prepareUpload: uploadRoutes.prepareUpload } });
    north = await server.addTeam('north');
    await server.addUser('ada@x.org', { [north]: ROLE.teamAdministrator }, { platformAdmin: true });
    bob = await server.addUser('bob@x.org', { [north]: ROLE.annotator });
    signIn = await server.signIn('bob@x.org', NORTH);
    session = randomUUID();
    uploadToken = (await prepare(signIn.token)).body.upload_token;
  });
  afterEach(() => server.close());

  const prepare = (token: string, id = session): Promise<Answered> =>
    server.ask('POST /api/c-upload', { host: NORTH, token, body: { action: 'prepare', id, started: 1 } });
  const said = ({ status, body }: Answered) => [status, body.code];
  const send = async (token = uploadToken) => said(await server.ask(`GET /services/c-upload/status/${session}`, { host: NORTH, token }));
  const again = () => server.signIn('bob@x.org', NORTH);

  test('gives access to its upload, and is stored only as a hash', async () => {
    expect(await send()).toEqual(LET_IN);
    const rows = await server.db.read.selectFrom('upload_token').selectAll().execute();
    expect(rows).toMatchObject([{ token_hash: tokenToHash(uploadToken) }]);
    expect(JSON.stringify(rows)).not.toContain(uploadToken);
  });

  test('ends with the sign-out, and a new sign-in gets another', async () => {
    expect((await server.ask('POST /api/logout', { host: NORTH, token: signIn.token })).status).toBe(204);
    expect(await send()).toEqual(ENDED);
    expect(said(await prepare(signIn.token))).toEqual([401, 'signed_out']);
    const prepared = await prepare((await again()).token);
    expect(prepared.body.session).toBe(session);
    expect(await send(prepared.body.upload_token)).toEqual(LET_IN);
    expect(await send()).toEqual(ENDED);
  });

  test('ends when its sign-in is ended from another browser, and no other does', async () => {
    const other = await again();
    const kept = (await prepare(other.token, randomUUID())).body.upload_token;
    const list = await server.ask('GET /api/user/sign-ins', { host: NORTH, token: other.token });
    const { id } = list.body.data.find(({ current }: { current: boolean }) => !current);
    await server.ask(`DELETE /api/user/sign-ins/${id}`, { host: NORTH, token: other.token });
    expect(await send()).toEqual(ENDED);
    expect(await send(kept)).toEqual(LET_IN);
  });

  test('of all sign-ins end with a new password, except the one that set it', async () => {
    const other = await again();
    const kept = (await prepare(other.token, randomUUID())).body.upload_token;
    const body = { current: TEST_PASSWORD, password: 'another long password', password_confirmation: 'another long password' };
    expect((await server.ask('PUT /api/user/password', { host: NORTH, token: other.token, body })).status).toBe(204);
    expect(await send()).toEqual(ENDED);
    expect(await send(kept)).toEqual(LET_IN);
  });

  test('of an expired and removed sign-in ends with a new password too', async () => {
    const other = await again();
    await server.db.write((tx) => tx.updateTable('upload_token').set({ sign_in_id: null }).execute());
    expect(await send()).toEqual(LET_IN);
    const body = { current: TEST_PASSWORD, password: 'another long password', password_confirmation: 'another long password' };
    await server.ask('PUT /api/user/password', { host: NORTH, token: other.token, body });
    expect(await send()).toEqual(ENDED);
  });

  test('ends when the account is closed', async () => {
    await server.ask('POST /api/user/close', { host: NORTH, token: signIn.token, body: { password: TEST_PASSWORD } });
    expect(await send()).toEqual(ENDED);
    expect(await tokenCount()).toBe(0);
  });

  test('ends when the account is blocked, and an unblocked one needs a new token', async () => {
    const { token } = await server.signIn('ada@x.org', NORTH);
    const block = async (method: string) => (await server.ask(`${method} /api/users/${bob}/block`, { host: NORTH, token })).status;
    expect(await block('PUT')).toBe(200);
    expect(await send()).toEqual(ENDED);
    expect(await block('DELETE')).toBe(200);
    expect(await send()).toEqual(ENDED);
    expect(await send((await prepare((await again()).token)).body.upload_token)).toEqual(LET_IN);
  });

  test('ends with the membership, and a returning member needs a new one', async () => {
    const membership = { teamId: north, userId: bob, roleId: ROLE.annotator };
    await removeMembership(server.context, membership);
    expect(await send()).toEqual(ENDED);
    expect(said(await prepare(signIn.token))).toEqual([403, 'not_a_member']);
    await saveMembership(server.context, membership);
    expect(await send()).toEqual(ENDED);
    expect(await send((await prepare(signIn.token)).body.upload_token)).toEqual(LET_IN);
  });

  test('ends when the user leaves the team', async () => {
    await server.ask('DELETE /api/user/teams/north', { host: NORTH, token: signIn.token });
    expect(await tokenCount()).toBe(0);
  });

  test('stays valid after a role change', async () => {
    await saveMembership(server.context, { teamId: north, userId: bob, roleId: ROLE.teamAdministrator });
    expect(await send()).toEqual(LET_IN);
  });

  test('outlives an expired sign-in, and ends at its own time', async () => {
    server.clock.now += 20 * DAY;
    uploadToken = (await prepare(signIn.token)).body.upload_token;
    server.clock.now += 30 * DAY - 1;
    expect(said(await prepare(signIn.token))).toEqual([401, 'signed_out']);
    expect(await send()).toEqual(LET_IN);
    server.clock.now += 1;
    expect(await send()).toEqual(ENDED);
    expect(await send((await prepare((await again()).token)).body.upload_token)).toEqual(LET_IN);
  });

  test('has a configurable lifetime', async () => {
    const member = await memberBob();
    const context = { ...server.context, uploadTokenLastsMs: 2 * DAY };
    const { upload_token: token } = await prepareUpload(context, member, { id: randomUUID(), started: 1 });
    server.clock.now += 2 * DAY - 1;
    expect(await send(token)).toEqual(LET_IN);
    server.clock.now += 1;
    expect(await send(token)).toEqual(ENDED);
  });

  test('is not created by a call admitted before the sign-in or the membership ended', async () => {
    const member = await memberBob();
    const ask = () => prepareUpload(server.context, member, { id: randomUUID(), started: 1 });
    await server.ask('POST /api/logout', { host: NORTH, token: signIn.token });
    await expect(ask()).rejects.toMatchObject({ code: 'signed_out' });
    await removeMembership(server.context, { teamId: north, userId: bob });
    await expect(ask()).rejects.toMatchObject({ code: 'not_a_member' });
    expect(await tokenCount()).toBe(0);
    expect(await server.db.read.selectFrom('upload').select('session').execute()).toEqual([{ session }]);
  });

  async function memberBob() {
    const { sign_in_id: signInId } = await server.db.read.selectFrom('upload_token').select('sign_in_id').executeTakeFirstOrThrow();
    return { userId: bob, signInId: signInId ?? 0, teamId: north, teamSlug: 'north', permissions: new Set(['r:upload-v2'] as const) };
  }
  async function tokenCount(): Promise<number> {
    return (await server.db.read.selectFrom('upload_token').select('upload_id').execute()).length;
  }
});
