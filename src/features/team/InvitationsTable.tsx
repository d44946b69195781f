import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import { IconClock, IconClockX, IconDots, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { parseWireDate } from '#contract/dates.ts';
import type { HandedInvitation, TeamInvitation } from '#contract/members.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDate, formatDateTime } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import { NameCell } from '#ui/lists/NameCell.tsx';
import { StateWord } from '#ui/status/StateWord.tsx';
import table from '#ui/lists/table.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import classes from './InvitationsTable.module.css';
import { actsOfText, INVITATION_WORDS, TEXTS, untilText } from './texts.ts';
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
    <div
      className={classNames(table.table, classes.columns)}
      data-list
      role="table"
      aria-label={TEXTS.invitations}
      aria-busy={invitations === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.email}</span>
        <span role="columnheader" className={classes.role}>
          {TEXTS.columns.role}
        </span>
        <span role="columnheader" className={classes.by}>
          {TEXTS.columns.invitedBy}
        </span>
        <span role="columnheader" className={classes.sent}>
          {TEXTS.columns.sent}
        </span>
        <span role="columnheader">{TEXTS.columns.state}</span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {invitations ? (
        invitations.map((invitation) => <InvitationRow key={invitation.id} invitation={invitation} mayInvite={mayInvite} {...row} />)
      ) : (
        <SkeletonRows rows={3} cells={[{ width: '70%' }, { width: '70%', className: classes.role }]} />
      )}
    </div>
  );
}

type InvitationRowProps = Omit<InvitationsTableProps, 'invitations'> & { invitation: TeamInvitation };

function InvitationRow({ invitation, mayInvite, onHanded, onWithdrawn }: InvitationRowProps) {
  const { email, role_name, invited_by, created_at } = invitation;
  const sent = parseWireDate(created_at);
  return (
    <div className={table.row} role="row" data-invitation={invitation.id}>
      <NameCell role="rowheader" name={email}>
        <span className={table.narrow}>{[translated(role_name), sent && formatDate(sent)].filter(Boolean).join(' · ')}</span>
      </NameCell>
      <div className={classNames(table.text, classes.role)} role="cell">
        {translated(role_name)}
      </div>
      <div className={classNames(table.text, classes.by)} role="cell">
        {invited_by !== null && <bdi>{invited_by}</bdi>}
      </div>
      <div className={classNames(table.time, classes.sent)} role="cell">
        {sent && formatDateTime(sent)}
      </div>
      <div role="cell">
        <InvitationState invitation={invitation} />
      </div>
      <div className={table.actions} role="cell">
        {mayInvite && <InvitationActions invitation={invitation} onHanded={onHanded} onWithdrawn={onWithdrawn} />}
      </div>
    </div>
  );
}

const STATES = {
  pending: { icon: IconClock, tone: 'still' },
  expired: { icon: IconClockX, tone: 'you' },
  declined: { icon: IconX, tone: 'still' },
} as const;

function InvitationState({ invitation: { status, expires_at } }: { invitation: TeamInvitation }) {
  const until = status === 'pending' ? parseWireDate(expires_at) : null;
  return <StateWord {...STATES[status]} word={INVITATION_WORDS[status]} below={until && untilText(formatDate(until))} />;
}

function InvitationActions({ invitation, onHanded, onWithdrawn }: Omit<InvitationRowProps, 'mayInvite'>) {
  const { serverReachable } = useSession<Session>();
  const { busy, resend, withdraw } = useInvitationActions(invitation.id);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label={actsOfText(invitation.email)} loading={busy}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        {invitation.status !== 'declined' && (
          <Menu.Item
            disabled={!serverReachable}
            leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
            onClick={() => void resend().then((handed) => handed && onHanded([handed]))}
          >
            {TEXTS.resend}
          </Menu.Item>
        )}
        <Menu.Item
          disabled={!serverReachable}
          leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
          onClick={() => void withdraw().then((isDone) => isDone && onWithdrawn(invitation.id))}
        >
          {TEXTS.withdraw}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
