import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { removeMembership, saveMembership } from '#server/rules/teams/membership.ts';
import { NORTH, openContractServer, type ContractServer } from './contract-server.ts';
import { packFile, prepare, register, registrationBody, sendChunk, statusOf, type Registered } from './upload-steps.ts';

/** A right that is taken stops what is queued within one chunk, and the chunks go on when it is back: docs/decisions/311. */
describe.each(TEST_ENGINES)('a permission that is removed during an upload, on %s', (engine) => {
  let server: ContractServer;
  let mia: { id: number; token: string };
  let root: string;
  let upload: Registered;
  const bytes = Buffer.from('the bytes of one file, in two chunks');
  const half = bytes.length / 2;

  beforeEach(async () => {
    server = await openContractServer(engine);
    await server.addUser('root@example.org', { [server.teams.north]: ROLE.member }, { platformAdmin: true });
    root = (await server.signIn('root@example.org', NORTH)).token;
    const id = await server.addUser('mia@example.org', { [server.teams.north]: ROLE.reviewer });
    mia = { id, token: (await server.signIn('mia@example.org', NORTH)).token };
    const session = randomUUID();
    const { body: prepared } = await prepare(server, session, { token: mia.token });
    const { body: registered } = await register(server, registrationBody(session), { token: mia.token });
    upload = { session, token: prepared.upload_token, study: registered.study, series: registered.series[0] };
    expect((await send(0)).status).toBe(200);
  });
  afterEach(() => server.close());

  const send = (chunk: number) => {
    const part = bytes.subarray(chunk * half, (chunk + 1) * half);
    const change = { offset: chunk * half, length: half, plain: half, crc: crc32(part) };
    const packed = packFile(upload, { chunk, bytes, change });
    return sendChunk(server, upload.token, Buffer.concat([packed.subarray(0, packed.length - bytes.length), part]));
  };
  const reviewersMayUpload = (held: boolean) =>
    server.ask(`PUT /api/roles/${ROLE.reviewer}/permissions`, { host: NORTH, token: root, body: { permission: 'r:upload-v2', held } });

  it('by changing the role: the next chunk is refused by name, with the upload token and with the sign-in', async () => {
    expect((await reviewersMayUpload(false)).status).toBe(200);
    expect((await send(1)).body.code).toBe('not_allowed');
    expect((await statusOf(server, upload.session, upload.token)).body.code).toBe('not_allowed');
    expect((await prepare(server, upload.session, { token: mia.token })).body.code).toBe('not_allowed');
    expect(server.told).toContainEqual({
      to: `user ${mia.id}`,
      event: 'permission:updated',
      payload: { permission_version: expect.any(Number) },
    });

    expect((await reviewersMayUpload(true)).status).toBe(200);
    const { status, body } = await send(1);
    expect([status, body.proved]).toEqual([200, ['f1']]);
  });

  it('by assigning another role, or by ending the membership', async () => {
    await reviewersMayUpload(false);
    await reviewersMayUpload(true);
    const team = { teamId: server.teams.north, userId: mia.id };
    await server.ask(`PUT /api/roles/${ROLE.member}/permissions`, {
      host: NORTH,
      token: root,
      body: { permission: 'r:upload-v2', held: false },
    });
    await saveMembership(server.context, { ...team, roleId: ROLE.member });
    expect((await send(1)).body.code).toBe('not_allowed');
    await removeMembership(server.context, team);
    expect((await send(1)).body.code).toBe('upload_token_ended');
    expect((await prepare(server, upload.session, { token: mia.token })).body.code).toBe('not_a_member');
    await saveMembership(server.context, { ...team, roleId: ROLE.reviewer });
    expect((await send(1)).body.code).toBe('upload_token_ended');
    upload.token = (await prepare(server, upload.session, { token: mia.token })).body.upload_token;
    expect((await send(1)).body.proved).toEqual(['f1']);
  });
});
