import { z } from '#contract/zod.ts';
import { Colour, DateText, TeamSlug, User } from '#contract/entities.ts';
import { Email, nameUpTo, RowId } from '#contract/text.ts';

export const Password = z.string().min(1).max(1024);
export const NewPassword = z.string().min(10).max(1024);

/** Token of a mailed link: 256 random bits. */
const LinkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** A sign-in of one browser, as shown to its owner. */
export const SignIn = z.object({
  id: z.number().int(),
  /** "Firefox on Windows", as far as the browser reports it; empty if unknown. */
  device: z.string(),
  created_at: DateText,
  /** To within some minutes. */
  last_used_at: DateText,
  expires_at: DateText,
  /** The sign-in that asks. */
  current: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

/** A mail that the server could not send, for the platform administrator to forward. Its links work until they expire. */
export const KeptMail = z.object({
  id: z.number().int(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /**
   * `no_server`: no mail server is configured. `not_taken`: the mail server did not accept the mail. `contact`: a message from the contact page,
   * and `to` is its sender, who waits for an answer.
   */
  why: z.enum(['no_server', 'not_taken', 'contact']),
  created_at: DateText,
});
export type KeptMail = z.infer<typeof KeptMail>;

/** What people do with their own account, signed in or not. */
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
    summary: 'Mail a link for a new password if the address has an account. The answer does not reveal whether it has',
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
    summary: 'Set a new password with a mailed link. Ends all sign-ins of the account and verifies its address',
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
    summary: 'Verify the address of the own account with a mailed link',
  },
  sendVerification: {
    id: 'PCALL-06',
    base: 'api',
    method: 'POST',
    path: 'email/verification-notification',
    access: 'signed-in',
    answer: z.null(),
    summary: 'Mail the verification link again',
  },
  saveProfile: {
    id: 'profile-save',
    base: 'api',
    method: 'PUT',
    path: 'user',
    access: 'signed-in',
    ownHand: true,
    body: z.object({ name: nameUpTo(200), color: Colour }),
    answer: User,
    summary: 'Change the name and colour of the signed-in user',
  },
  changePassword: {
    id: 'profile-password',
    base: 'api',
    method: 'PUT',
    path: 'user/password',
    access: 'signed-in',
    ownHand: true,
    body: z.object({ current: Password, password: NewPassword, password_confirmation: z.string() }),
    answer: z.null(),
    records: 'sign-in',
    summary: 'Change the password, given the current one. Ends all other sign-ins of the account',
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
    summary: 'Check the password of the signed-in user, to unlock the screen or before calls that require a recent password',
  },
  signIns: {
    id: 'profile-sign-ins',
    base: 'api',
    method: 'GET',
    path: 'user/sign-ins',
    access: 'signed-in',
    answer: z.object({ data: z.array(SignIn) }),
    summary: 'Active sign-ins of the account',
  },
  endSignIn: {
    id: 'profile-end-sign-in',
    base: 'api',
    method: 'DELETE',
    path: 'user/sign-ins/:id',
    access: 'signed-in',
    ownHand: true,
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
    ownHand: true,
    params: z.object({ slug: TeamSlug }),
    answer: z.null(),
    summary: 'Leave a team. The last administrator cannot leave',
  },
  closeAccount: {
    id: 'profile-close',
    base: 'api',
    method: 'POST',
    path: 'user/close',
    access: 'signed-in',
    ownHand: true,
    body: z.object({ password: Password }),
    answer: z.null(),
    summary: 'Close the own account, given its password. It leaves all teams and can no longer sign in. Its uploads stay with the teams',
  },
  keptMails: {
    id: 'admin-mail',
    base: 'api',
    method: 'GET',
    path: 'admin/mail',
    /** The rule checks for platform administrators: no role of a team gives access to data of the whole server. */
    access: 'signed-in',
    answer: z.object({ data: z.array(KeptMail), sends: z.boolean() }),
    summary: 'Unsent mails, and whether a mail server is configured. For platform administrators',
  },
} as const;
