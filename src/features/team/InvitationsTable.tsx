import { parseWireDate } from '#contract/dates.ts';
import type { HandedInvitation, TeamInvitation } from '#contract/members.ts';
import { translated } from '#language/t.ts';
import { InvitationActions } from '#ui/invitations/InvitationActions.tsx';
import { InvitationsTable as ListOfInvitations, type ListedInvitation } from '#ui/invitations/InvitationsTable.tsx';
import { useInvitationActions } from './use-invitation-actions.ts';

interface InvitationsTableProps {
  /** Undefined while loading, which shows a skeleton. */
  invitations: readonly TeamInvitation[] | undefined;
  mayInvite: boolean;
  onHanded: (handed: readonly HandedInvitation[]) => void;
  /** The row is removed, and its focus with it. */
  onWithdrawn: (id: number) => void;
}

export function InvitationsTable({ invitations, mayInvite, ...row }: InvitationsTableProps) {
  return (
    <ListOfInvitations invitations={invitations?.map(toListed)}>
      {(invitation) => mayInvite && <ActionsOfTeam invitation={invitation} {...row} />}
    </ListOfInvitations>
  );
}

function toListed({ id, email, role_name, status, invited_by, created_at, expires_at }: TeamInvitation): ListedInvitation {
  const times = { sent: parseWireDate(created_at), expires: parseWireDate(expires_at) };
  return { id, email, team: null, role: translated(role_name), invitedBy: invited_by, state: status, ...times };
}

interface ActionsOfTeamProps extends Pick<InvitationsTableProps, 'onHanded' | 'onWithdrawn'> {
  invitation: ListedInvitation;
}

function ActionsOfTeam({ invitation, onHanded, onWithdrawn }: ActionsOfTeamProps) {
  const { busy, resend, withdraw } = useInvitationActions(invitation.id);
  return (
    <InvitationActions
      invitation={invitation}
      busy={busy}
      onResend={() => void resend().then((handed) => handed && onHanded([handed]))}
      onWithdraw={() => void withdraw().then((isDone) => isDone && onWithdrawn(invitation.id))}
    />
  );
}
