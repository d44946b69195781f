import { z } from './zod.ts';
import { Colour, DateText, TeamSlug, User } from './entities.ts';
import { Email, nameUpTo, RowId } from './text.ts';

export const Password = z.string().min(1).max(1024);
export const NewPassword = z.string().min(10).max(1024);

/** Of a link in a mail: 256 random bits. */
const LinkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** A sign-in of one browser, as its owner sees it. */
export const SignIn = z.object({
  id: z.number().int(),
  /** "Firefox on Windows", as far as the browser told; empty where it told nothing known. */
  device: z.string(),
  created_at: DateText,
  /** To within some minutes. */
  last_used_at: DateText,
  expires_at: DateText,
  /** The one that asks. */
  current: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

/** A mail that the server could not send, for who runs it to hand over. Its links are good until they end. */
export const KeptMail = z.object({
  id: z.number().int(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /**
   * `no_server`: there is no mail server to send by. `not_taken`: there is one, and it did not take the mail. `contact`: none of ours, but a message
   * of the contact page, and `to` is who waits for an answer.
   */
  why: z.enum(['no_server', 'not_taken', 'contact']),
  created_at: DateText,
});
export type KeptMail = z.infer<typeof KeptMail>;

/** What a person does with the own account, signed in or shut out of it. */
export const ACCOUNT_CALLS = {
  forgotPassword: {
    id: 'PCALL-03',
    base: 'api',
    method: 'POST',
    path: 'forgot-password',
    access: 'open',
    body: z.object({ email: Email }),
    answer: z.null(),
    records: 'sign-in',
    summary: 'Mail a link for a new password, where the address has an account; the answer does not tell',
  },
  resetPassword: {
    id: 'PCALL-04',
    base: 'api',
    method: 'POST',
    path: 'reset-password',
    access: 'open',
    body: z.object({ email: Email, token: LinkToken, password: NewPassword, password_confirmation: z.string() }),
    answer: z.null(),
    records: 'sign-in',
    summary: 'A new password by the link of a mail: ends every sign-in of the account, and proves its address',
  },
  verifyEmail: {
    id: 'PCALL-05',
    base: 'api',
    method: 'GET',
    path: 'email/verify/:id/:hash',
    access: 'signed-in',
    params: z.object({ id: RowId, hash: LinkToken }),
    answer: User,
    records: 'sign-in',
    summary: 'Prove the address of the own account by the link of a mail',
  },
  sendVerification: {
    id: 'PCALL-06',
    base: 'api',
    method: 'POST',
    path: 'email/verification-notification',
    access: 'signed-in',
    answer: z.null(),
    summary: 'Mail the link that proves the own address once more',
  },
  saveProfile: {
    id: 'profile-save',
    base: 'api',
    method: 'PUT',
    path: 'user',
    access: 'signed-in',
    body: z.object({ name: nameUpTo(200), color: Colour }),
    answer: User,
    summary: 'Name and colour of the signed-in user',
  },
  changePassword: {
    id: 'profile-password',
    base: 'api',
    method: 'PUT',
    path: 'user/password',
    access: 'signed-in',
    body: z.object({ current: Password, password: NewPassword, password_confirmation: z.string() }),
    answer: z.null(),
    records: 'sign-in',
    summary: 'Another password, given the present one; every other sign-in of the account ends',
  },
  unlock: {
    id: 'unlock',
    base: 'api',
    method: 'POST',
    path: 'user/unlock',
    access: 'signed-in',
    body: z.object({ password: Password }),
    answer: z.null(),
    records: 'sign-in',
    summary: 'Whether this is the password of the signed-in user: before a locked screen, and before calls that ask for a recent password',
  },
  signIns: {
    id: 'profile-sign-ins',
    base: 'api',
    method: 'GET',
    path: 'user/sign-ins',
    access: 'signed-in',
    answer: z.object({ data: z.array(SignIn) }),
    summary: 'Where the account is signed in',
  },
  endSignIn: {
    id: 'profile-end-sign-in',
    base: 'api',
    method: 'DELETE',
    path: 'user/sign-ins/:id',
    access: 'signed-in',
    params: z.object({ id: RowId }),
    answer: z.null(),
    records: 'sign-in',
    summary: 'End one sign-in of the own account',
  },
  leaveTeam: {
    id: 'profile-leave-team',
    base: 'api',
    method: 'DELETE',
    path: 'user/teams/:slug',
    access: 'signed-in',
    params: z.object({ slug: TeamSlug }),
    answer: z.null(),
    summary: 'Leave a team; a team keeps an administrator',
  },
  closeAccount: {
    id: 'profile-close',
    base: 'api',
    method: 'POST',
    path: 'user/close',
    access: 'signed-in',
    body: z.object({ password: Password }),
    answer: z.null(),
    summary: 'Close the own account, given its password: it leaves its teams and opens nothing any more; what it sent stays with the teams',
  },
  keptMails: {
    id: 'admin-mail',
    base: 'api',
    method: 'GET',
    path: 'admin/mail',
    /** Of the platform administrators the rule knows: no role of a team opens what belongs to the whole server. */
    access: 'signed-in',
    answer: z.object({ data: z.array(KeptMail), sends: z.boolean() }),
    summary: 'Mails that were not sent, for platform administrators, and whether there is a mail server at all',
  },
} as const;
