import { MALFORMED_ANSWER } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';

export const TEXTS = {
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  staysSignedIn:
    'You stay signed in on this device. On a shared workstation, sign out when you are done: this deletes your data from the device.',
  wrong: 'E-mail or password is wrong',
  of: 'of',
  getStarted: 'Get started',
  register: 'Register',
  createAccount: 'Create account',
  passwordAgain: 'Repeat password',
  haveAccount: 'Have an account?',
  noAccount: 'No account yet?',
  code: 'One-time code',
  codeNote: 'The server prints it when it starts.',
  name: 'Name',
  team: 'Team',
  address: 'Address',
  createTeam: 'Create team',
  setupNeeded: 'This server has no account yet.',
  registrationClosed: 'Registration is by invitation.',
  registrationClosedNote: 'Ask an administrator of your team to invite you.',
  linkEnded: 'This invitation has ended',
  linkEndedNote:
    'It was answered, renewed or withdrawn, or its 14 days are over. Ask the sender for a new one. If you have already joined, sign in.',
  linkCut: 'This link is incomplete',
  linkCutNote: 'Its end is missing. Copy the whole link into the address bar.',
  linkUnread: 'The invitation could not be loaded',
  linkUnreadNote: 'Keep this tab open and try again when the server can be reached.',
  createAndJoin: 'Create account and join',
  signInAndJoin: 'Sign in and join',
  hasAccount: 'This address already has an account. Sign in to join.',
  otherAccount: 'Use another account',
  verifyTitle: 'Check your e-mail',
  verifyNote:
    'Your e-mail address is not verified yet. Open the link in the mail we sent you, then come back to this page. If no mail arrives, ask the administrator of this server.',
  verifyLaterNote: 'You can work in this team until then. Invitations from other teams are shown when your address is verified.',
  checkAgain: 'Check again',
  sendAgain: 'Send again',
  sentAgain: 'Another mail is on its way. This can take a few minutes.',
  verifyFailed: 'The address is not verified',
  forgotten: 'Forgot your password?',
  forgotTitle: 'Set a new password',
  sendLink: 'Send link',
  forgotNote: 'We send a link to this address.',
  linkSentNote: 'If this address has an account, a link is on its way. It can be used once, within an hour.',
  setPassword: 'Set password',
  newPassword: 'New password',
  resetDone: 'Your password was changed',
  resetDoneNote: 'You were signed out everywhere. Sign in with the new password.',
  linkNotWhole: 'This link is not valid',
  linkNotWholeNote: 'Open it from the mail again, or request a new one.',
  anotherLink: 'Request a new link',
  toSignIn: 'Back to sign-in',
  signOut: 'Sign out',
  required: 'This field is required',
  notAnEmail: 'Enter a valid e-mail address',
  notTheSame: 'The passwords do not match',
  notASlug: 'Lowercase letters, digits and hyphens, up to 63',
  passwordNeeded: 'Confirm your password',
  passwordNeededNote: 'This changes permissions. Enter your password to continue.',
  cancel: 'Cancel',
  goOn: 'Continue',
  offline: 'The server cannot be reached, so you cannot sign in now. Nothing on this device is lost.',
} as const;

export const goOnText = (team: string): string => `Continue to ${team}`;
export const joinText = (team: string): string => `Join ${team}`;
export const invitesText = (role: string): string => `invites you as ${role}.`;

/** given minimum of the contract. */
export const PASSWORD_MIN = 10;

export function passwordTooShort(length: number): string {
  return `${length} of at least ${PASSWORD_MIN} characters`;
}

/** The fact, then the next step. Names fields, never their values. */
export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The server cannot be reached. Try again when the network is back.';
  if (failure.kind === 'malformed') return MALFORMED_ANSWER;
  if (failure.code === 'wrong_credentials') return TEXTS.wrong;
  if (failure.code === 'too_many' && failure.retryAfterMs !== undefined)
    return `Too many attempts. Try again in ${waitText(failure.retryAfterMs)}.`;
  return failure.message;
}

function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
