import { LIMITS } from '#contract/limits.ts';
import type { Mail } from '#server/mail/mail-transport.ts';
import type { LinkPurpose } from './account-links.ts';

/**
 * The words of the mails. Nothing in them was written by a person but the address: whoever makes an account with somebody else's address must not
 * get words of their own to them by us.
 */
export function accountMail(purpose: LinkPurpose, to: string, link: string): Mail {
  return { to, ...(purpose === 'verify' ? verifyText(link) : resetText(link)) };
}

/** Neither team nor inviter is named: both are words that people chose. The page behind the link names them. */
export function invitationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Lightship: an invitation to a team',
    text: [
      'Somebody invites this e-mail address to a team of Lightship. Open this link to see which team and who invites, and to answer:',
      link,
      `It is good for ${LIMITS.invitationLastsMs / 86_400_000} days, or until the invitation is sent again or withdrawn.`,
      'You expect no invitation? Then do nothing.',
    ].join('\n\n'),
  };
}

/** Behind `#` browsers send nothing to a server, so the token of a new password stands in no log. The other one is good for nobody but the account. */
export function accountLink(purpose: LinkPurpose, origin: string, { userId, token }: { userId: number; token: string }): string {
  return purpose === 'verify'
    ? `${origin}/verify?url=${encodeURIComponent(`/email/verify/${userId}/${token}`)}`
    : `${origin}/reset-password#token=${token}`;
}

function verifyText(link: string): Omit<Mail, 'to'> {
  return {
    subject: 'Lightship: verify your e-mail address',
    text: [
      'An account of Lightship was made with this e-mail address. Open this link where you are signed in to verify the address:',
      link,
      `It is good for ${LIMITS.verifyLinkLastsMs / 86_400_000} days.`,
      'You made no account? Then do nothing: without the link the account opens nothing.',
    ].join('\n\n'),
  };
}

function resetText(link: string): Omit<Mail, 'to'> {
  return {
    subject: 'Lightship: set a new password',
    text: [
      'Somebody asked for a new password for the account of Lightship with this e-mail address. Open this link to set one:',
      link,
      `It is good for ${LIMITS.resetLinkLastsMs / 60_000} minutes, and once. Setting a new password signs the account out everywhere.`,
      'You did not ask? Then do nothing: the password stays as it is.',
    ].join('\n\n'),
  };
}
