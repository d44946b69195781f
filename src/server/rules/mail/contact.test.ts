import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import type { Mail } from '#server/mail/mail-transport.ts';
import { openTestServer } from '#server/test-server.ts';
import type { TestServer } from '#server/test-server.ts';
import { createSendMailHandler } from './send-mail-job.ts';

const HOUR_MS = 3_600_000;
const MESSAGE = { name: 'Pat Moreno', email: 'pat@hospital.org', text: 'How do we join?' };

describe.each(TEST_ENGINES)('the contact page on %s', (engine) => {
  let server: TestServer;
  const open = async (contactEmail: string | null = null, sendsMail = false): Promise<void> => {
    server = await openTestServer(engine, { site: { contactEmail, sendsMail } });
  };
  beforeEach(() => open());
  afterEach(() => server.close());

  const write = (more: Partial<typeof MESSAGE> = {}) => server.ask('POST /api/contact', { body: { ...MESSAGE, ...more } });
  const kept = () => server.db.read.selectFrom('mail').selectAll().orderBy('id').execute();

  async function sent(): Promise<Mail[]> {
    const mails: Mail[] = [];
    const queue = createJobQueue(server.db, { now: () => server.clock.now });
    const transport = { send: async (mail: Mail) => void mails.push(mail) };
    const runner = startJobRunner(queue, { 'send-mail': createSendMailHandler(server.context, transport) });
    await runner.idle();
    await runner.stop('wait');
    return mails;
  }

  test('keeps a message for the platform administrator, with the address for the answer', async () => {
    expect((await write()).status).toBe(204);
    expect(await kept()).toMatchObject([{ to_email: 'pat@hospital.org', why: 'contact', text: 'Pat Moreno:\n\nHow do we join?' }]);
    expect(await sent()).toEqual([]);
  });

  test('shows it to platform administrators only', async () => {
    await write();
    await server.addUser('ada@example.org', {}, { platformAdmin: true });
    await server.addUser('bob@example.org');
    const asking = async (email: string) => server.ask('GET /api/admin/mail', { token: (await server.signIn(email)).token });
    expect((await asking('ada@example.org')).body.data).toMatchObject([{ to: 'pat@hospital.org', why: 'contact' }]);
    expect((await asking('bob@example.org')).status).toBe(403);
  });

  test('forwards it if there is a recipient, and accepts no input in the mail headers', async () => {
    await server.close();
    await open('imaging@hospital.org', true);
    await write({ name: 'Pat\r\nBcc: eve@example.org' });
    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual(['imaging@hospital.org', 'Lightship: message from the contact page']);
    expect(mail?.text).toContain('How do we join?');
    expect(await kept()).toHaveLength(1);
  });

  test('accepts the same message once a day, and another one immediately', async () => {
    await write();
    await write();
    await write({ text: 'And another thing' });
    expect(await kept()).toHaveLength(2);
    server.clock.now += 25 * HOUR_MS;
    await write();
    expect(await kept()).toHaveLength(3);
  });

  test('limits the messages per hour, and says when it accepts the next one', async () => {
    for (let one = 0; one < LIMITS.contactMessagesPerHour; one += 1) {
      server.clock.now += 1000;
      await write({ text: `Message ${one}` });
    }
    const refused = await write({ text: 'One too many' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(3600 - LIMITS.contactMessagesPerHour + 1)]);
    expect(await kept()).toHaveLength(LIMITS.contactMessagesPerHour);
    server.clock.now += HOUR_MS;
    expect((await write({ text: 'Now' })).status).toBe(204);
  });

  test('deletes messages after 90 days, and not with the mails after a week', async () => {
    await write();
    server.clock.now += 60 * 24 * HOUR_MS;
    await write({ text: 'Later' });
    expect(await kept()).toHaveLength(2);
    server.clock.now += 31 * 24 * HOUR_MS;
    await write({ text: 'Much later' });
    expect((await kept()).map(({ text }) => text.slice(-5))).toEqual(['Later', 'later']);
  });
});
