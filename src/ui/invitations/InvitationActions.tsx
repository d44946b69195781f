import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { ActionsMenu, type Act } from '#ui/lists/ActionsMenu.tsx';
import type { ListedInvitation } from './InvitationsTable.tsx';
import { actsOfText, TEXTS } from './texts.ts';

interface InvitationActionsProps {
  invitation: ListedInvitation;
  busy: boolean;
  onResend: () => void;
  onWithdraw: () => void;
}

/** What was accepted or withdrawn has no actions, and what was declined is not sent again. */
export function InvitationActions({ invitation: { email, state }, busy, onResend, onWithdraw }: InvitationActionsProps) {
  if (state === 'accepted' || state === 'withdrawn') return null;
  const withdraw: Act = { icon: IconTrash, words: TEXTS.withdraw, onAct: onWithdraw };
  const resend: Act = { icon: IconRefresh, words: TEXTS.resend, onAct: onResend };
  return <ActionsMenu label={actsOfText(email)} busy={busy} actions={state === 'declined' ? [withdraw] : [resend, withdraw]} />;
}
