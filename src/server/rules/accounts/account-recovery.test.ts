import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import type { Mail, MailTransport } from '#server/mail/mail-transport.ts';
import { cookieOf, openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { AnyJson, TestServer } from '#server/test-server.ts';
import { createSendMailHandler } from '#server/rules/mail/send-mail-job.ts';

const ADA = 'ada@example.org';
const NEW_PASSWORD = 'another long password';
const HOUR_MS = 3_600_000;

describe.each(TEST_ENGINES)('mails to the owner of an account on %s', (engine) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await openTestServer(engine, { settings: { registration: 'open' } });
    await server.addUser(ADA);
  });
  afterEach(() => server.close());

  /** Works off what is queued now; without a transport the mails are kept. */
  async function work(transport: MailTransport | null = null): Promise<void> {
    const queue = createJobQueue(server.db, { now: () => server.clock.now });
    const runner = startJobRunner(queue, { 'send-mail': createSendMailHandler(server.context, transport) });
    await runner.idle();
    await runner.stop('wait');
  }
  const kept = () => server.db.read.selectFrom('mail').selectAll().orderBy('id').execute();
  const jobs = () => server.db.read.selectFrom('job').selectAll().execute();
  const forgot = (email: string, host?: string) =>
    server.ask('POST /api/forgot-password', { body: { email }, ...(host === undefined ? {} : { host }) });
  const reset = (token: string, email = ADA, password = NEW_PASSWORD) =>
    server.ask('POST /api/reset-password', { body: { email, token, password, password_confirmation: password } });
  const login = (password: string, more = {}) => server.ask('POST /api/login', { body: { email: ADA, password }, ...more });
  const tokenIn = (text = ''): string => /[#&]token=([\w-]{43})/.exec(text)?.[1] ?? '';
  const resetLink = async (): Promise<string> => {
    await forgot(ADA);
    await work();
    return tokenIn((await kept()).at(-1)?.text);
  };
  const register = async (email = 'new@example.org'): Promise<{ token: string; body: AnyJson }> => {
    const account = { name: 'New', email, password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD };
    const { body } = await server.ask('POST /api/register', { body: account });
    return { token: body.token, body };
  };
  const verifyPath = (text = ''): string => decodeURIComponent(/verify\?url=(\S+)/.exec(text)?.[1] ?? '');

  describe('a forgotten password', () => {
    test('gets a mailed link to the main domain, for any requesting host', async () => {
      expect((await forgot(' Ada@Example.org'.trim(), 'north.app.localhost:8080')).status).toBe(204);
      await work();
      expect(await kept()).toMatchObject([
        {
          to_email: ADA,
          subject: 'Lightship: set a new password',
          why: 'no_server',
          text: expect.stringContaining('http://app.localhost:8080/reset-password#token='),
        },
      ]);
    });

    test('gets a link as configured, whatever host and port the request names', async () => {
      await forgot(ADA, 'app.localhost:6666');
      await server.ask('POST /api/forgot-password', {
        body: { email: 'nobody@example.org' },
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      });
      const origins = (await jobs()).map((job) => (JSON.parse(job.payload) as { origin: string }).origin);
      expect(origins).toEqual(['http://app.localhost:8080', 'http://app.localhost:8080']);
    });

    test('is not replaced by one that is easy to guess, and the link stays valid', async () => {
      const token = await resetLink();
      const { status, body } = await reset(token, ADA, 'Password2026!');
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'weak_password', ['password']]);
      expect((await reset(token)).status).toBe(204);
    });

    test('gets the same answer and the same job for an address without an account [AUTH-26]', async () => {
      const known = await forgot(ADA);
      const [first] = await jobs();
      const unknown = await forgot('nobody@example.org');
      const second = (await jobs()).find((job) => job.id !== first?.id);
      expect([unknown.status, unknown.text, unknown.headers['set-cookie']]).toEqual([
        known.status,
        known.text,
        known.headers['set-cookie'],
      ]);
      expect(second).toEqual({
        ...first,
        id: second?.id,
        turn: second?.turn,
        payload: first?.payload.replace(ADA, 'nobody@example.org'),
        unique_key: first?.unique_key?.replace(ADA, 'nobody@example.org'),
      });
      await work();
      expect(await kept()).toHaveLength(1);
      // Nothing is left that tells who asked for whom.
      expect(await jobs()).toEqual([]);
    });

    test('of a disabled account gets the same answer, and no mail', async () => {
      await server.db.write((tx) => tx.updateTable('user').set({ disabled_at: 1 }).execute());
      expect((await forgot(ADA)).status).toBe(204);
      await work();
      expect(await kept()).toEqual([]);
    });

    test('is mailed three times an hour at most, however often it is requested', async () => {
      for (let asked = 0; asked < 10; asked += 1) {
        expect((await forgot(ADA)).status).toBe(204);
        await work();
        server.clock.now += 60_000;
      }
      expect(await kept()).toHaveLength(LIMITS.accountMailsPerHour);
      server.clock.now += HOUR_MS;
      await resetLink();
      expect(await kept()).toHaveLength(LIMITS.accountMailsPerHour + 1);
    });

    test('leaves no token in the database, except in the unsent mail', async () => {
      const token = await resetLink();
      const links = await server.db.read.selectFrom('account_link').selectAll().execute();
      expect(links).toHaveLength(1);
      expect(JSON.stringify(links)).not.toContain(token);
    });
  });

  describe('the link for a new password', () => {
    test('sets it, ends every sign-in with its sockets, and verifies the address', async () => {
      await server.db.write((tx) => tx.updateTable('user').set({ email_verified_at: null }).execute());
      const { token: bearer, cookie } = await server.signIn(ADA);
      const answer = await reset(await resetLink());
      expect([answer.status, cookieOf(answer)]).toEqual([204, null]);
      expect((await server.ask('GET /api/user', { token: bearer })).status).toBe(401);
      const exchange = { cookie, origin: 'http://app.localhost:8080' };
      expect((await server.ask('POST /api/annotator/auth/signed', exchange)).status).toBe(401);
      expect(server.told).toEqual([{ to: expect.stringMatching(/^sign-in \d+$/), event: 'closed', payload: null }]);
      expect((await login(TEST_PASSWORD)).status).toBe(422);
      const again = await login(NEW_PASSWORD);
      expect((await server.ask('GET /api/user', { token: again.body.token })).body.email_verified_at).not.toBeNull();
    });

    test('works once, also when it is used twice at the same time', async () => {
      const token = await resetLink();
      const both = await Promise.all([reset(token), reset(token, ADA, 'a third long password')]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([204, 410]);
      expect((await reset(token)).body.code).toBe('link_ended');
    });

    test('expires after an hour', async () => {
      const token = await resetLink();
      server.clock.now += LIMITS.resetLinkLastsMs;
      expect((await reset(token)).body.code).toBe('link_ended');
      expect((await login(TEST_PASSWORD)).status).toBe(200);
    });

    test('of an earlier mail is valid too, and the first one used ends the others', async () => {
      const first = await resetLink();
      server.clock.now += 1_000;
      const second = await resetLink();
      expect((await reset(first)).status).toBe(204);
      expect((await reset(second)).body.code).toBe('link_ended');
    });

    test('gives the same answer for an invented token, another address, and an address without an account', async () => {
      const token = await resetLink();
      await server.addUser('bob@example.org');
      const answers = [await reset('x'.repeat(43)), await reset(token, 'bob@example.org'), await reset(token, 'nobody@example.org')];
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.body.code).toBe('link_ended');
    });

    test('lets the owner in while strangers keep guessing', async () => {
      const guess = async () => {
        for (let guessed = 0; guessed < 10; guessed += 1) await login(`guess ${guessed}`, { ip: `10.6.6.${guessed}` });
      };
      await guess();
      expect((await login(TEST_PASSWORD)).status).toBe(429);
      const deviceCookie = cookieOf(await reset(await resetLink()), 'mt_auth.device')?.value ?? '';
      await guess();
      expect((await login(NEW_PASSWORD)).status).toBe(429);
      expect((await login(NEW_PASSWORD, { deviceCookie })).status).toBe(200);
    });

    test('makes previously known browsers unknown', async () => {
      const deviceCookie = cookieOf(await login(TEST_PASSWORD), 'mt_auth.device')?.value ?? '';
      await reset(await resetLink());
      for (let guessed = 0; guessed < 6; guessed += 1) await login('wrong', { deviceCookie });
      expect((await login(NEW_PASSWORD)).status).toBe(429);
    });
  });

  describe('the verification of an address', () => {
    test('is mailed with the registration, and requires the sign-in of its account', async () => {
      const { token } = await register();
      await work();
      const [mail] = await kept();
      expect(mail).toMatchObject({ to_email: 'new@example.org', subject: 'Lightship: verify your e-mail address' });
      const path = verifyPath(mail?.text);
      expect(path).toMatch(/^\/email\/verify\/\d+\/[\w-]{43}$/);
      expect((await server.ask(`GET /api${path}`)).status).toBe(401);
      expect((await server.ask(`GET /api${path}`, { token: (await server.signIn(ADA)).token })).body.code).toBe('link_ended');
      const answer = await server.ask(`GET /api${path}`, { token });
      expect([answer.status, answer.body.email_verified_at]).toEqual([200, '2026-11-20 12:00:00']);
      // Opened twice, as a lost answer makes a browser do.
      expect((await server.ask(`GET /api${path}`, { token })).status).toBe(200);
    });

    test('expires after its days', async () => {
      const { token } = await register();
      await work();
      const path = verifyPath((await kept())[0]?.text);
      server.clock.now += LIMITS.verifyLinkLastsMs;
      expect((await server.ask(`GET /api${path}`, { token })).body.code).toBe('link_ended');
    });

    test('is sent again up to three times an hour, with the time of the next one', async () => {
      const { token } = await register();
      const again = () => server.ask('POST /api/email/verification-notification', { token });
      const statuses = [];
      for (let asked = 0; asked < 4; asked += 1) {
        await work();
        statuses.push((await again()).status);
        server.clock.now += 60_000;
      }
      expect(statuses).toEqual([204, 204, 429, 429]);
      expect((await again()).headers['retry-after']).toBe(String((HOUR_MS - 4 * 60_000) / 1000));
      expect(await kept()).toHaveLength(3);
      expect((await server.ask(`GET /api${verifyPath((await kept())[0]?.text)}`, { token })).status).toBe(200);
      expect((await again()).status).toBe(204);
    });

    test('does not hand over an account that someone else created: a new password ends their access', async () => {
      const { token: stranger } = await register('owner@example.org');
      await forgot('owner@example.org');
      await work();
      const mail = (await kept()).find(({ subject }) => subject.includes('password'));
      expect((await reset(tokenIn(mail?.text), 'owner@example.org')).status).toBe(204);
      expect((await server.ask('GET /api/user', { token: stranger })).status).toBe(401);
    });
  });

  describe('with a mail server', () => {
    const inbox = (): { mails: (Mail & { id: string })[]; transport: MailTransport } => {
      const mails: (Mail & { id: string })[] = [];
      return { mails, transport: { send: async (mail, { id }) => void mails.push({ ...mail, id }) } };
    };

    test('a mail is sent and not stored', async () => {
      const { mails, transport } = inbox();
      await forgot(ADA);
      await work(transport);
      expect(mails).toMatchObject([{ to: ADA, id: expect.stringMatching(/^<mail-\d+@app\.localhost>$/) }]);
      expect([await kept(), await jobs()]).toEqual([[], []]);
      expect((await reset(tokenIn(mails[0]?.text))).status).toBe(204);
    });

    test('an unreachable one is retried with the same id, and the links of each try work', async () => {
      const { mails, transport } = inbox();
      let tries = 0;
      const failing: MailTransport = {
        async send(mail, options) {
          await transport.send(mail, options);
          if ((tries += 1) < 3) throw new Error('away');
        },
      };
      await forgot(ADA);
      for (let turn = 0; turn < 3; turn += 1) {
        await work(failing);
        server.clock.now += 60_000;
      }
      expect(mails).toHaveLength(3);
      expect(new Set(mails.map(({ id }) => id)).size).toBe(1);
      expect(await jobs()).toEqual([]);
      expect((await reset(tokenIn(mails[0]?.text))).status).toBe(204);
    });

    test('one that keeps refusing leaves the mail to the platform administrator', async () => {
      await forgot(ADA);
      for (let turn = 0; turn < 16; turn += 1) {
        await work({ send: () => Promise.reject(new Error('away')) });
        server.clock.now += 15 * 60_000;
      }
      expect(await kept()).toMatchObject([{ to_email: ADA, why: 'not_taken' }]);
      expect(await jobs()).toMatchObject([{ state: 'failed', tries: 16 }]);
      expect((await reset(tokenIn((await kept())[0]?.text))).status).toBe(204);
    });
  });

  test('stored mails are shown to platform administrators, and deleted after a week', async () => {
    await server.addUser('root@example.org', {}, { platformAdmin: true });
    const root = (await server.signIn('root@example.org')).token;
    const { token } = await server.signIn(ADA);
    await resetLink();
    expect((await server.ask('GET /api/admin/mail', { token })).body.code).toBe('not_allowed');
    const { body } = await server.ask('GET /api/admin/mail', { token: root });
    expect(body).toMatchObject({ sends: false, data: [{ to: ADA, why: 'no_server', created_at: '2026-11-20 12:00:00' }] });
    server.clock.now += 8 * 86_400_000;
    await resetLink();
    expect((await server.ask('GET /api/admin/mail', { token: root })).body.data).toHaveLength(1);
  });
});
