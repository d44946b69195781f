import { inContext, t } from '#language/t.ts';

export type ListedInvitationState = 'pending' | 'expired' | 'accepted' | 'declined' | 'withdrawn';

/** The state in a row of the list. */
export const STATE_WORDS: Readonly<Record<ListedInvitationState, string>> = {
  pending: t('pending'),
  expired: t('expired'),
  accepted: inContext('invitation', 'accepted'),
  declined: t('declined'),
  withdrawn: t('withdrawn'),
};

export const TEXTS = {
  invitations: t('Invitations'),
  columns: {
    email: t('E-mail'),
    team: t('Team'),
    role: t('Role'),
    invitedBy: t('Invited by'),
    sent: t('Sent'),
    state: t('State'),
  },
  actions: t('Actions'),
  resend: t('Send again, with a new link'),
  withdraw: t('Withdraw'),
} as const;

export const actsOfText = (email: string): string => t('Actions for the invitation of {email}', { email });
export const untilText = (date: string): string => t('until {date}', { date });
