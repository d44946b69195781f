import { expect } from 'vitest';
import { TEST_PASSWORD } from '#server/test-server.ts';
import { addLink } from '#server/rules/accounts/account-links.ts';
import type { ContractServer } from '#tests/contract/contract-server.ts';
import { WIRE_DATE, type Rows } from './rows.ts';

let made = 0;
/** A person of a row, with the link of a mail in hand. */
async function withLink(server: ContractServer, purpose: 'verify' | 'reset') {
  const email = `linked${(made += 1)}@example.org`;
  const userId = await server.addUser(email, {}, { verified: purpose === 'reset' });
  const link = await server.db.write((tx) => addLink(tx, { userId, purpose, now: server.clock.now }));
  return { email, userId, link, token: (await server.signIn(email)).token };
}
const reset = (server: ContractServer, email: string, token: string, again = 'a new long password') =>
  server.ask('POST /api/reset-password', { body: { email, token, password: 'a new long password', password_confirmation: again } });
const forgot = (server: ContractServer, email: string) => server.ask('POST /api/forgot-password', { body: { email } });

/** Links that come by mail. */
export const RECOVERY_ROWS = {
  forgotPassword: [
    ['answers nothing', ({ server }) => forgot(server, 'ada@example.org'), 204, ({ text }) => expect(text).toBe('')],
    ['answers the same for an unknown address', ({ server }) => forgot(server, 'nobody@example.org'), 204],
    ['takes only an address', ({ server }) => forgot(server, 'ada'), 'invalid'],
  ],
  resetPassword: [
    [
      'sets a new password, and signs in nobody',
      async ({ server }) => {
        const { email, link } = await withLink(server, 'reset');
        return reset(server, email, link);
      },
      204,
      ({ headers }) => expect(String(headers['set-cookie'])).not.toContain('mt_auth.session'),
    ],
    [
      'ends the sign-ins of the account',
      async ({ server }) => {
        const { email, link, token } = await withLink(server, 'reset');
        await reset(server, email, link);
        return server.ask('GET /api/user', { token });
      },
      'signed_out',
    ],
    [
      'takes a link once',
      async ({ server }) => {
        const { email, link } = await withLink(server, 'reset');
        await reset(server, email, link);
        return reset(server, email, link);
      },
      'link_ended',
    ],
    [
      'takes a link for its own address',
      async ({ server }) => reset(server, 'ada@example.org', (await withLink(server, 'reset')).link),
      'link_ended',
    ],
    [
      'takes no link that proves an address',
      async ({ server }) => {
        const { email, link } = await withLink(server, 'verify');
        return reset(server, email, link);
      },
      'link_ended',
    ],
    [
      'needs the password twice',
      async ({ server }) => {
        const { email, link } = await withLink(server, 'reset');
        return reset(server, email, link, TEST_PASSWORD);
      },
      'invalid',
    ],
  ],
  verifyEmail: [
    [
      'answers the person, whose address is proved',
      async ({ server }) => {
        const { userId, link, token } = await withLink(server, 'verify');
        return server.ask(`GET /api/email/verify/${userId}/${link}`, { token });
      },
      200,
      ({ body }) => expect(body.email_verified_at).toMatch(WIRE_DATE),
    ],
    [
      'answers the same the second time',
      async ({ server }) => {
        const { userId, link, token } = await withLink(server, 'verify');
        await server.ask(`GET /api/email/verify/${userId}/${link}`, { token });
        return server.ask(`GET /api/email/verify/${userId}/${link}`, { token });
      },
      200,
    ],
    [
      'is for who is signed in',
      async ({ server }) => {
        const { userId, link } = await withLink(server, 'verify');
        return server.ask(`GET /api/email/verify/${userId}/${link}`);
      },
      'signed_out',
    ],
    [
      'is for the account of the link',
      async ({ server }) => {
        const { userId, link } = await withLink(server, 'verify');
        return server.asAda(`GET /api/email/verify/${userId}/${link}`);
      },
      'link_ended',
    ],
  ],
  sendVerification: [
    [
      'answers nothing',
      async ({ server }) => server.ask('POST /api/email/verification-notification', { token: (await withLink(server, 'verify')).token }),
      204,
    ],
    ['answers nothing where nothing is to be proved', ({ server }) => server.asAda('POST /api/email/verification-notification'), 204],
    ['is for who is signed in', ({ server }) => server.ask('POST /api/email/verification-notification'), 'signed_out'],
  ],
} satisfies Rows;
