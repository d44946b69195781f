import { callApi } from '#api/call-api.ts';
import type { AdminInvitation } from '#contract/administration.ts';
import { CALLS } from '#contract/calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { HandedInvitation } from '#contract/members.ts';
import { translated } from '#language/t.ts';
import { InvitationActions } from '#ui/invitations/InvitationActions.tsx';
import { InvitationsTable as ListOfInvitations, type ListedInvitation } from '#ui/invitations/InvitationsTable.tsx';
import { showDone } from '#ui/toasts.ts';
import { TEXTS } from './texts.ts';
import { useAction } from './use-action.ts';

interface InvitationsTableProps {
  /** Undefined while loading, which shows a skeleton. */
  invitations: readonly AdminInvitation[] | undefined;
  onHanded: (handed: HandedInvitation) => void;
  onWithdrawn: (id: number) => void;
}

export function InvitationsTable({ invitations, ...row }: InvitationsTableProps) {
  return (
    <ListOfInvitations isOfTeams invitations={invitations?.map(toListed)}>
      {(invitation) => <ActionsOfAny invitation={invitation} {...row} />}
    </ListOfInvitations>
  );
}

function toListed({ id, email, team, role_name, status, invited_by, created_at, expires_at }: AdminInvitation): ListedInvitation {
  const times = { sent: parseWireDate(created_at), expires: parseWireDate(expires_at) };
  return { id, email, team: team.title, role: translated(role_name), invitedBy: invited_by, state: status, ...times };
}

interface ActionsOfAnyProps extends Pick<InvitationsTableProps, 'onHanded' | 'onWithdrawn'> {
  invitation: ListedInvitation;
}

/** PCALL-31. */
function ActionsOfAny({ invitation, onHanded, onWithdrawn }: ActionsOfAnyProps) {
  const { busy, send } = useAction('admin-invitations');
  const { id } = invitation;
  const params = { id: String(id) };
  async function resend() {
    const answer = await send(() => callApi(CALLS.resendAnyInvitation, { params }));
    if (!answer.ok) return;
    showDone(TEXTS.sent);
    onHanded(answer.value);
  }
  async function withdraw() {
    const { ok } = await send(() => callApi(CALLS.withdrawAnyInvitation, { params }));
    if (ok) onWithdrawn(id);
  }
  return <InvitationActions invitation={invitation} busy={busy} onResend={() => void resend()} onWithdraw={() => void withdraw()} />;
}
