import { ActionIcon, Menu, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconClock, IconClockX, IconDots, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { parseWireDate } from '#contract/dates.ts';
import type { HandedInvitation, TeamInvitation } from '#contract/members.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDate, formatDateTime } from '#ui/format.ts';
import { useSession } from '#ui/session-context.tsx';
import table from '#ui/table.module.css';
import classes from './Team.module.css';
import { actsOfText, TEXTS, untilText } from './texts.ts';
import { useInvitationActs } from './use-invitation-acts.ts';

interface InvitationsTableProps {
  /** Undefined while they are on their way: the shape of what comes. */
  invitations: readonly TeamInvitation[] | undefined;
  mayInvite: boolean;
  onHanded: (handed: readonly HandedInvitation[]) => void;
  /** The row goes, and the focus with it. */
  onWithdrawn: (id: number) => void;
}

export function InvitationsTable({ invitations, mayInvite, ...row }: InvitationsTableProps) {
  return (
    <div
      className={classNames(table.table, classes.invitations)}
      data-list
      role="table"
      aria-label={TEXTS.invitations}
      aria-busy={invitations === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.email}</span>
        <span role="columnheader" className={classes.given}>
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
          <VisuallyHidden>{TEXTS.acts}</VisuallyHidden>
        </span>
      </div>
      {invitations
        ? invitations.map((invitation) => <InvitationRow key={invitation.id} invitation={invitation} mayInvite={mayInvite} {...row} />)
        : [0, 1, 2].map((row) => (
            <div key={row} className={table.row} data-skeleton aria-hidden>
              <Skeleton width={`${70 - row * 8}%`} height={12} />
              <Skeleton className={classes.given ?? ''} width="70%" height={12} />
            </div>
          ))}
    </div>
  );
}

type InvitationRowProps = Omit<InvitationsTableProps, 'invitations'> & { invitation: TeamInvitation };

function InvitationRow({ invitation, mayInvite, onHanded, onWithdrawn }: InvitationRowProps) {
  const { email, role_name, invited_by, created_at } = invitation;
  const sent = parseWireDate(created_at);
  return (
    <div className={table.row} role="row" data-invitation={invitation.id}>
      <div className={classes.names} role="rowheader" title={email}>
        <span className={table.name}>{email}</span>
        <span className={table.narrow}>{[role_name, sent && formatDate(sent)].filter(Boolean).join(' · ')}</span>
      </div>
      <div className={classNames(table.text, classes.given)} role="cell">
        {role_name}
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
      <div className={classes.acts} role="cell">
        {mayInvite && <InvitationActs invitation={invitation} onHanded={onHanded} onWithdrawn={onWithdrawn} />}
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
  const { icon: StateIcon, tone } = STATES[status];
  const until = parseWireDate(expires_at);
  return (
    <span className={classes.state}>
      <span className={classes.stateWord} data-tone={tone}>
        <StateIcon size={15} stroke={1.75} aria-hidden />
        {status}
      </span>
      {status === 'pending' && until && <span className={classes.until}>{untilText(formatDate(until))}</span>}
    </span>
  );
}

function InvitationActs({ invitation, onHanded, onWithdrawn }: Omit<InvitationRowProps, 'mayInvite'>) {
  const { serverReachable } = useSession<Session>();
  const { busy, resend, withdraw } = useInvitationActs(invitation.id);
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
