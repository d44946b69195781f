import { IconMailOpened } from '@tabler/icons-react';
import classes from './AccountForm.module.css';
import { invitesText, TEXTS } from './texts.ts';
import type { InvitationOfLink } from './use-invitation.ts';

/** Who invites, and for which role. */
export function InvitationNote({ invitation: { team, role_name, invited_by } }: { invitation: InvitationOfLink }) {
  return (
    <p className={classes.invitation}>
      <IconMailOpened size={16} stroke={1.5} aria-hidden />
      <span>
        {invited_by !== null && (
          <>
            <bdi>{invited_by}</bdi> {TEXTS.of}{' '}
          </>
        )}
        <bdi>{team.title}</bdi> {invitesText(role_name)}
      </span>
    </p>
  );
}
