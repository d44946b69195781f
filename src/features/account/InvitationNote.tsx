import { IconMailOpened } from '@tabler/icons-react';
import { translated } from '#language/t.ts';
import classes from './AccountForm.module.css';
import { invitesText } from './texts.ts';
import type { InvitationOfLink } from './use-invitation.ts';

/** Around a name within a sentence, which each language puts elsewhere. */
const MARK = '\u001F';

/** Who invites, and for which role. */
export function InvitationNote({ invitation: { team, role_name, invited_by } }: { invitation: InvitationOfLink }) {
  const words = invitesText(named(team.title), translated(role_name), invited_by === null ? null : named(invited_by));
  return (
    <p className={classes.invitation}>
      <IconMailOpened size={16} stroke={1.5} aria-hidden />
      <span>{words.split(MARK).map((part, at) => (at % 2 === 1 ? <bdi key={at}>{part}</bdi> : part))}</span>
    </p>
  );
}

const named = (name: string): string => `${MARK}${name}${MARK}`;
