import { MALFORMED_ANSWER } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { t } from '#language/t.ts';

export const TEXTS = {
  signIn: t('Sign in'),
  email: t('E-mail'),
  password: t('Password'),
  staysSignedIn: t(
    'You stay signed in on this device. On a shared workstation, sign out when you are done: this deletes your data from the device.',
  ),
  wrong: t('E-mail or password is wrong'),
  getStarted: t('Get started'),
  register: t('Register'),
  createAccount: t('Create account'),
  passwordAgain: t('Repeat password'),
  haveAccount: t('Have an account?'),
  noAccount: t('No account yet?'),
  code: t('One-time code'),
  codeNote: t('The server prints it when it starts.'),
  name: t('Name'),
  team: t('Team'),
  address: t('Address'),
  createTeam: t('Create team'),
  setupNeeded: t('This server has no account yet.'),
  registrationClosed: t('Registration is by invitation.'),
  registrationClosedNote: t('Ask an administrator of your team to invite you.'),
  linkEnded: t('This invitation has ended'),
  linkEndedNote: t(
    'It was answered, renewed or withdrawn, or its 14 days are over. Ask the sender for a new one. If you have already joined, sign in.',
  ),
  linkCut: t('This link is incomplete'),
  linkCutNote: t('Its end is missing. Copy the whole link into the address bar.'),
  linkUnread: t('The invitation could not be loaded'),
  linkUnreadNote: t('Keep this tab open and try again when the server can be reached.'),
  createAndJoin: t('Create account and join'),
  signInAndJoin: t('Sign in and join'),
  hasAccount: t('This address already has an account. Sign in to join.'),
  otherAccount: t('Use another account'),
  verifyTitle: t('Check your e-mail'),
  verifyNote: t(
    'Your e-mail address is not verified yet. Open the link in the mail we sent you, then come back to this page. If no mail arrives, ask the administrator of this server.',
  ),
  verifyLaterNote: t('You can work in this team until then. Invitations from other teams are shown when your address is verified.'),
  checkAgain: t('Check again'),
  sendAgain: t('Send again'),
  sentAgain: t('Another mail is on its way. This can take a few minutes.'),
  verifyFailed: t('The address is not verified'),
  forgotten: t('Forgot your password?'),
  forgotTitle: t('Set a new password'),
  sendLink: t('Send link'),
  forgotNote: t('We send a link to this address.'),
  linkSentNote: t('If this address has an account, a link is on its way. It can be used once, within an hour.'),
  setPassword: t('Set password'),
  newPassword: t('New password'),
  resetDone: t('Your password was changed'),
  resetDoneNote: t('You were signed out everywhere. Sign in with the new password.'),
  linkNotWhole: t('This link is not valid'),
  linkNotWholeNote: t('Open it from the mail again, or request a new one.'),
  anotherLink: t('Request a new link'),
  toSignIn: t('Back to sign-in'),
  signOut: t('Sign out'),
  required: t('This field is required'),
  notAnEmail: t('Enter a valid e-mail address'),
  notTheSame: t('The passwords do not match'),
  notASlug: t('Lowercase letters, digits and hyphens, up to 63'),
  passwordNeeded: t('Confirm your password'),
  passwordNeededNote: t('This changes permissions. Enter your password to continue.'),
  cancel: t('Cancel'),
  goOn: t('Continue'),
  offline: t('The server cannot be reached, so you cannot sign in now. Nothing on this device is lost.'),
} as const;

export const goOnText = (team: string): string => t('Continue to {team}', { team });
export const joinText = (team: string): string => t('Join {team}', { team });
export const invitesText = (team: string, role: string, person: string | null): string =>
  person === null
    ? t('{team} invites you as {role}.', { team, role })
    : t('{person} of {team} invites you as {role}.', { person, team, role });

/** given minimum of the contract. */
export const PASSWORD_MIN = 10;

export function passwordTooShort(length: number): string {
  return t('{count} of at least {least} characters', { count: length, least: PASSWORD_MIN });
}

/** The fact, then the next step. Names fields, never their values. */
export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'network') return t('The server cannot be reached. Try again when the network is back.');
  if (failure.kind === 'malformed') return MALFORMED_ANSWER;
  if (failure.code === 'wrong_credentials') return TEXTS.wrong;
  if (failure.code === 'too_many' && failure.retryAfterMs !== undefined)
    return t('Too many attempts. Try again in {time}.', { time: waitText(failure.retryAfterMs) });
  return failure.message;
}

function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
