import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconClock, IconClockX, IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { formatDate, formatDateTime } from '#ui/format.ts';
import { NameCell } from '#ui/lists/NameCell.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { StateWord } from '#ui/status/StateWord.tsx';
import classes from './InvitationsTable.module.css';
import { STATE_WORDS, TEXTS, untilText, type ListedInvitationState } from './texts.ts';

export interface ListedInvitation {
  id: number;
  email: string;
  /** Null in the list of one team. */
  team: string | null;
  role: string;
  /** Null if that account no longer exists. */
  invitedBy: string | null;
  sent: Date | null;
  state: ListedInvitationState;
  expires: Date | null;
}

interface InvitationsTableProps {
  /** Undefined while loading, which shows a skeleton. */
  invitations: readonly ListedInvitation[] | undefined;
  /** With a column for the team, which takes the place of the time of day. */
  isOfTeams?: boolean;
  /** What can be done with an invitation, at the end of its row. */
  children: (invitation: ListedInvitation) => ReactNode;
}

/** Invitations of a team, or of all teams. */
export function InvitationsTable({ invitations, isOfTeams = false, children }: InvitationsTableProps) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, isOfTeams ? classes.ofTeams : classes.ofOneTeam)}
      data-list
      role="table"
      aria-label={TEXTS.invitations}
      aria-busy={invitations === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.email}</span>
        {isOfTeams && (
          <span role="columnheader" className={classes.team}>
            {columns.team}
          </span>
        )}
        <span role="columnheader" className={classes.role}>
          {columns.role}
        </span>
        <span role="columnheader" className={classes.by}>
          {columns.invitedBy}
        </span>
        <span role="columnheader" className={classes.sent}>
          {columns.sent}
        </span>
        <span role="columnheader" className={classes.state}>
          {columns.state}
        </span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {invitations ? (
        invitations.map((invitation) => <InvitationRow key={invitation.id} invitation={invitation} actions={children(invitation)} />)
      ) : (
        <SkeletonRows rows={3} cells={[{ width: '70%' }, { width: '70%', className: classes.role }]} />
      )}
    </div>
  );
}

function InvitationRow({ invitation, actions }: { invitation: ListedInvitation; actions: ReactNode }) {
  const { id, email, team, role, invitedBy, sent } = invitation;
  return (
    <div className={table.row} role="row" data-invitation={id}>
      <NameCell role="rowheader" name={email}>
        <span className={table.narrow}>
          {(team === null ? [role, sent && formatDate(sent)] : [team, role]).filter(Boolean).join(' · ')}
        </span>
      </NameCell>
      {team !== null && (
        <div className={classNames(table.text, classes.team)} role="cell" title={team}>
          <bdi>{team}</bdi>
        </div>
      )}
      <div className={classNames(table.text, classes.role)} role="cell">
        {role}
      </div>
      <div className={classNames(table.text, classes.by)} role="cell">
        {invitedBy !== null && <bdi>{invitedBy}</bdi>}
      </div>
      <div className={classNames(table.time, classes.sent)} role="cell">
        {sent && (team === null ? formatDateTime(sent) : formatDate(sent))}
      </div>
      <div className={classes.state} role="cell">
        <InvitationState invitation={invitation} />
      </div>
      <div className={table.actions} role="cell">
        {actions}
      </div>
    </div>
  );
}

const STATES = {
  pending: { icon: IconClock, tone: 'still' },
  expired: { icon: IconClockX, tone: 'you' },
  accepted: { icon: IconCircleCheck, tone: 'still' },
  declined: { icon: IconX, tone: 'still' },
  withdrawn: { icon: IconTrash, tone: 'still' },
} as const;

function InvitationState({ invitation: { state, expires } }: { invitation: ListedInvitation }) {
  const until = state === 'pending' ? expires : null;
  return <StateWord {...STATES[state]} word={STATE_WORDS[state]} below={until && untilText(formatDate(until))} />;
}
