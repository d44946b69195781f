import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import type { Mail } from '#server/mail/mail-transport.ts';
import { openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { TestServer } from '#server/test-server.ts';
import { createSendMailHandler } from '#server/rules/mail/send-mail-job.ts';

const NORTH = 'north.app.localhost:8080';
const NEW = 'new@example.org';
const tokenIn = (text = ''): string => /#invitation=([\w-]{43})/.exec(text)?.[1] ?? '';

describe.each(TEST_ENGINES)('invitation mails on %s', (engine) => {
  let server: TestServer;
  let ada: string;
  let north: number;
  beforeEach(async () => {
    server = await openTestServer(engine);
    north = await server.addTeam('north');
    await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator });
    ada = (await server.signIn('ada@example.org', NORTH)).token;
  });
  afterEach(() => server.close());

  const asAda = (request: string, body?: object) => server.ask(request, { host: NORTH, token: ada, ...(body && { body }) });
  const invite = async (): Promise<{ id: number; link: string }> =>
    (await asAda('POST /api/invitations/save-item', { emails: [{ email: NEW, role_id: ROLE.member }], team_id: north })).body.data[0];
  const look = async (token: string) => (await server.ask('POST /api/invitations/link', { body: { token } })).status;
  /** Works off what is queued now. */
  async function sent(transport = true): Promise<Mail[]> {
    const mails: Mail[] = [];
    const queue = createJobQueue(server.db, { now: () => server.clock.now });
    const send = async (mail: Mail) => void mails.push(mail);
    const runner = startJobRunner(queue, { 'send-mail': createSendMailHandler(server.context, transport ? { send } : null) });
    await runner.idle();
    await runner.stop('wait');
    return mails;
  }

  test('have a link besides the displayed one, and both work [INV-19]', async () => {
    const { link } = await invite();
    const [mail] = await sent();
    expect(mail).toMatchObject({ to: NEW, subject: 'Lightship: invitation to a team' });
    expect(mail?.text).toContain('http://app.localhost:8080/register#invitation=');
    expect(tokenIn(mail?.text)).not.toBe(tokenIn(link));
    expect([await look(tokenIn(link)), await look(tokenIn(mail?.text))]).toEqual([200, 200]);
    const kept = JSON.stringify([
      await server.db.read.selectFrom('invitation').selectAll().execute(),
      await server.db.read.selectFrom('invitation_link').selectAll().execute(),
      await server.db.read.selectFrom('job').selectAll().execute(),
    ]);
    expect(kept).not.toContain(tokenIn(mail?.text));
  });

  test('contain no text that a user chose', async () => {
    await server.db.write((tx) => tx.updateTable('team').set({ title: 'Buy now' }).execute());
    await invite();
    const [mail] = await sent();
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/Buy now|ada/i);
  });

  test('create one account with either link, once', async () => {
    await invite();
    const [mail] = await sent();
    const account = { name: 'New', email: NEW, password: 'a long enough password', password_confirmation: 'a long enough password' };
    const register = (password: string) =>
      server.ask('POST /api/register', {
        body: { ...account, password, password_confirmation: password, invitation: tokenIn(mail?.text) },
      });
    const { status, body } = await register(account.password);
    expect(status).toBe(200);
    expect((await register('another long password')).status).toBe(422);
    const { id } = await server.db.read.selectFrom('invitation').select('id').executeTakeFirstOrThrow();
    const accept = { id, status: 'accept', token: tokenIn(mail?.text) };
    expect((await server.ask('POST /api/invitations/status', { token: body.token, body: accept })).status).toBe(200);
  });

  describe('verify the address', () => {
    const account = { name: 'New', email: NEW, password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD };
    const register = async (invitation: string): Promise<string> =>
      (await server.ask('POST /api/register', { body: { ...account, invitation } })).body.token;
    const verifiedAt = async (token: string) => (await server.ask('GET /api/user', { token })).body.email_verified_at;

    test('of the account created with the mailed link, and not with the one that the inviter saw', async () => {
      const { link } = await invite();
      const [mail] = await sent();
      const own = await register(tokenIn(mail?.text));
      expect(await verifiedAt(own)).toBe('2026-11-20 12:00:00');
      await server.db.write((tx) => tx.deleteFrom('user').where('email', '=', NEW).execute());
      await server.db.write((tx) => tx.updateTable('invitation').set({ link_used_at: null }).execute());
      expect(await verifiedAt(await register(tokenIn(link)))).toBeNull();
    });

    test('of an account that answers with the mailed token', async () => {
      const { id, link } = await invite();
      const mails = await sent();
      const own = await register(tokenIn(link));
      const token = tokenIn(mails[0]?.text);
      expect((await server.ask('POST /api/invitations/status', { token: own, body: { id, status: 'accept', token } })).status).toBe(200);
      expect(await verifiedAt(own)).toBe('2026-11-20 12:00:00');
      expect((await sent()).map((mail) => mail.subject)).toEqual([]);
    });

    test('but not without a mail server, because a mail handed over has been seen by someone', async () => {
      const { id } = await invite();
      await sent(false);
      const [kept] = await server.db.read.selectFrom('mail').selectAll().execute();
      const token = tokenIn(kept?.text);
      const own = await register(token);
      expect(await verifiedAt(own)).toBeNull();
      expect((await server.ask('POST /api/invitations/status', { token: own, body: { id, status: 'accept', token } })).status).toBe(200);
      expect(await verifiedAt(own)).toBeNull();
    });
  });

  test('become invalid when the invitation is renewed, withdrawn or expired', async () => {
    const { id } = await invite();
    const first = tokenIn((await sent())[0]?.text);
    await asAda(`POST /api/team/invitations/${id}/resend`);
    expect(await look(first)).toBe(410);
    const second = tokenIn((await sent())[0]?.text);
    expect(await look(second)).toBe(200);
    await asAda(`DELETE /api/team/invitations/${id}`);
    expect(await look(second)).toBe(410);
  });

  test('are not sent for invitations that ended before', async () => {
    const { id } = await invite();
    await asAda(`DELETE /api/team/invitations/${id}`);
    expect(await sent()).toEqual([]);
  });

  test('are limited per hour and address, however often they are sent again', async () => {
    const { id } = await invite();
    const mails = await sent();
    for (let again = 0; again < LIMITS.accountMailsPerHour + 2; again += 1) {
      await asAda(`POST /api/team/invitations/${id}/resend`);
      mails.push(...(await sent()));
    }
    expect(mails).toHaveLength(LIMITS.accountMailsPerHour);
    server.clock.now += 3_600_001;
    await asAda(`POST /api/team/invitations/${id}/resend`);
    expect(await sent()).toHaveLength(1);
  });

  test('are kept for the platform administrator when there is no mail server', async () => {
    await invite();
    await sent(false);
    const [kept] = await server.db.read.selectFrom('mail').selectAll().execute();
    expect(kept).toMatchObject({ to_email: NEW, why: 'no_server' });
    expect(await look(tokenIn(kept?.text))).toBe(200);
  });
});
