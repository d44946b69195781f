import { LIMITS } from '#contract/limits.ts';
import type { Mail } from '#server/mail/mail-transport.ts';
import type { LinkPurpose } from '#server/rules/accounts/account-links.ts';

/**
 * The texts of the mails. They contain no user input except the address: somebody who makes an account with another person's address must
 * not be able to send that person a message through us.
 */
export function accountMail(purpose: LinkPurpose, to: string, link: string): Mail {
  return { to, ...(purpose === 'verify' ? verifyText(link) : resetText(link)) };
}

/** Names neither team nor inviter: both are user input. The page behind the link names them. */
export function invitationMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Lightship: invitation to a team',
    text: [
      'You are invited to a team on Lightship. Open this link to see the team and who invited you, and to answer:',
      link,
      `The link is valid for ${LIMITS.invitationLastsMs / 86_400_000} days, unless the invitation is sent again or withdrawn.`,
      'If you do not expect an invitation, ignore this mail.',
    ].join('\n\n'),
  };
}

/**
 * Browsers do not send the part after `#` to a server, so the token of a password reset is in no log. The other token is of use only to the
 * account.
 */
export function accountLink(purpose: LinkPurpose, origin: string, { userId, token }: { userId: number; token: string }): string {
  return purpose === 'verify'
    ? `${origin}/verify?url=${encodeURIComponent(`/email/verify/${userId}/${token}`)}`
    : `${origin}/reset-password#token=${token}`;
}

function verifyText(link: string): Omit<Mail, 'to'> {
  return {
    subject: 'Lightship: verify your e-mail address',
    text: [
      'A Lightship account was created with this e-mail address. Sign in and open this link to verify the address:',
      link,
      `The link is valid for ${LIMITS.verifyLinkLastsMs / 86_400_000} days.`,
      'If you did not create an account, ignore this mail. The account gives no access without this link.',
    ].join('\n\n'),
  };
}

function resetText(link: string): Omit<Mail, 'to'> {
  return {
    subject: 'Lightship: set a new password',
    text: [
      'A new password was requested for the Lightship account with this e-mail address. Open this link to set one:',
      link,
      `The link is valid for ${LIMITS.resetLinkLastsMs / 60_000} minutes and can be used once. Setting a new password signs you out everywhere.`,
      'If you did not request this, ignore this mail. Your password stays the same.',
    ].join('\n\n'),
  };
}
