import type { ApiFailure } from '#api/result.ts';

export const TEXTS = {
  signIn: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  staysSignedIn: 'You stay signed in on this device. Sign out on a shared workstation: everything of yours here is removed.',
  wrong: 'E-mail or password is wrong',
  of: 'of',
  getStarted: 'Get started',
  register: 'Register',
  createAccount: 'Create account',
  passwordAgain: 'Password again',
  haveAccount: 'Have an account?',
  noAccount: 'No account yet?',
  code: 'One-time code',
  codeNote: 'The start of the server prints it.',
  name: 'Name',
  team: 'Team',
  address: 'Address',
  createTeam: 'Create team',
  setupNeeded: 'This server waits for its first account.',
  registrationClosed: 'Registration is by invitation.',
  registrationClosedNote: 'Ask an administrator of your team to invite you.',
  linkEnded: 'This invitation has ended',
  linkEndedNote:
    'It was answered, renewed or withdrawn, or its 14 days are over. Ask who invited you for a new one. If you have joined already, sign in.',
  linkCut: 'This link is not complete',
  linkCutNote: 'Its end is missing. Copy the whole of it into the address bar.',
  linkUnread: 'The invitation could not be read',
  linkUnreadNote: 'The link stays in this tab. Try again once the server is reached.',
  createAndJoin: 'Create account and join',
  signInAndJoin: 'Sign in and join',
  hasAccount: 'This address has an account already. Sign in with its password to join.',
  otherAccount: 'Sign in without it',
  verifyTitle: 'Check your e-mail',
  verifyNote:
    'Your e-mail address is not verified yet. Open the link that was sent to it, then come back to this page. If no mail comes, ask who runs this server.',
  verifyLaterNote: 'Until then you work in this team as usual. Invitations of other teams are shown to a verified address only.',
  checkAgain: 'Check again',
  sendAgain: 'Send again',
  sentAgain: 'Another mail is on its way. It may take some minutes.',
  verifyFailed: 'The address is not verified',
  forgotten: 'Forgot your password?',
  forgotTitle: 'Set a new password',
  sendLink: 'Send link',
  forgotNote: 'A link to set a new password is sent to this address.',
  linkSentNote: 'If this address has an account, a link to set a new password is on its way. It is good for an hour, and once.',
  setPassword: 'Set password',
  newPassword: 'New password',
  resetDone: 'The new password is set',
  resetDoneNote: 'Every sign-in of the account has ended. Sign in with the new password.',
  linkNotWhole: 'This link is not whole',
  linkNotWholeNote: 'Open it from the mail again, or ask for another one.',
  anotherLink: 'Ask for another link',
  toSignIn: 'Back to the sign-in',
  signOut: 'Sign out',
  required: 'This field is needed',
  notAnEmail: 'This is not an e-mail address',
  notTheSame: 'The two passwords differ',
  notASlug: 'Small letters, digits and hyphens, up to 63',
  passwordNeeded: 'Your password again',
  passwordNeededNote: 'This changes who may do what. Give your password to go on.',
  cancel: 'Cancel',
  goOn: 'Go on',
  offline: 'The server is not reached. Signing in needs it; nothing on this device is lost.',
} as const;

export const goOnText = (team: string): string => `Go on to ${team}`;
export const joinText = (team: string): string => `Join ${team}`;
export const invitesText = (role: string): string => `invites you as ${role}.`;

/** given minimum of the contract. */
export const PASSWORD_MIN = 10;

export function passwordTooShort(length: number): string {
  return `${length} of at least ${PASSWORD_MIN} characters`;
}

/** The fact, then the next step. Names fields, never what stood in them. */
export function textOfFailure(failure: ApiFailure): string {
  if (failure.kind === 'network') return 'The server is not reached. Try again once the network is back.';
  if (failure.kind === 'malformed') return 'The server gave an answer that this page does not know. Reload it.';
  if (failure.code === 'wrong_credentials') return TEXTS.wrong;
  if (failure.code === 'too_many' && failure.retryAfterMs !== undefined)
    return `Too many tries. Try again in ${waitText(failure.retryAfterMs)}.`;
  return failure.message;
}

function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
