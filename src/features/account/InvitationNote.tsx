import { IconMailOpened } from '@tabler/icons-react';
import classes from './AccountForm.module.css';
import { invitesText } from './texts.ts';
import type { InvitationOfLink } from './use-invitation.ts';

/** Who invites, and as what. */
export function InvitationNote({ invitation: { team, role_name } }: { invitation: InvitationOfLink }) {
  return (
    <p className={classes.invitation}>
      <IconMailOpened size={16} stroke={1.5} aria-hidden />
      <span>
        <bdi>{team.title}</bdi> {invitesText(role_name)}
      </span>
    </p>
  );
}
