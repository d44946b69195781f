import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconClock, IconClockX, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { callApi } from '#api/call-api.ts';
import type { AdminInvitation } from '#contract/administration.ts';
import { CALLS } from '#contract/calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { HandedInvitation } from '#contract/members.ts';
import { translated } from '#language/t.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDate } from '#ui/format.ts';
import { NameCell } from '#ui/lists/NameCell.tsx';
import { ActionsMenu, type Act } from '#ui/lists/ActionsMenu.tsx';
import table from '#ui/lists/table.module.css';
import classes from './InvitationsTable.module.css';
import { StateWord } from '#ui/status/StateWord.tsx';
import { actsOfInvitationText, INVITATION_WORDS, TEXTS, untilText } from './texts.ts';
import { useAction } from './use-action.ts';
import { showDone } from '#ui/toasts.ts';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';

interface InvitationsTableProps {
  /** Undefined while loading, which shows a skeleton. */
  invitations: readonly AdminInvitation[] | undefined;
  onHanded: (handed: HandedInvitation) => void;
  onWithdrawn: (id: number) => void;
}

export function InvitationsTable({ invitations, ...row }: InvitationsTableProps) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.columns)}
      data-list
      role="table"
      aria-label={TEXTS.invitations}
      aria-busy={invitations === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.email}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.team}
        </span>
        <span role="columnheader" className={classes.wide}>
          {columns.role}
        </span>
        <span role="columnheader" className={classes.by}>
          {columns.invitedBy}
        </span>
        <span role="columnheader" className={classes.sent}>
          {columns.sent}
        </span>
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {invitations ? (
        invitations.map((invitation) => <InvitationRow key={invitation.id} invitation={invitation} {...row} />)
      ) : (
        <SkeletonRows rows={3} cells={[{ width: '70%' }, { width: '70%', className: classes.wide }]} />
      )}
    </div>
  );
}

type InvitationRowProps = Omit<InvitationsTableProps, 'invitations'> & { invitation: AdminInvitation };

function InvitationRow({ invitation, ...row }: InvitationRowProps) {
  const { email, team, role_name, invited_by, created_at } = invitation;
  const sent = parseWireDate(created_at);
  return (
    <div className={table.row} role="row" data-invitation={invitation.id}>
      <NameCell role="rowheader" name={email}>
        <span className={table.narrow}>{[team.title, translated(role_name)].join(' · ')}</span>
      </NameCell>
      <div className={classNames(table.text, classes.wide)} role="cell" title={team.title}>
        <bdi>{team.title}</bdi>
      </div>
      <div className={classNames(table.text, classes.wide)} role="cell">
        {translated(role_name)}
      </div>
      <div className={classNames(table.text, classes.by)} role="cell">
        {invited_by !== null && <bdi>{invited_by}</bdi>}
      </div>
      <div className={classNames(table.time, classes.sent)} role="cell">
        {sent && formatDate(sent)}
      </div>
      <div role="cell">
        <InvitationState invitation={invitation} />
      </div>
      <div className={table.actions} role="cell">
        <InvitationActions invitation={invitation} {...row} />
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

function InvitationState({ invitation: { status, expires_at } }: { invitation: AdminInvitation }) {
  const until = status === 'pending' ? parseWireDate(expires_at) : null;
  return <StateWord {...STATES[status]} word={INVITATION_WORDS[status]} below={until && untilText(formatDate(until))} />;
}

/** PCALL-31. Accepted and withdrawn invitations have no actions. */
function InvitationActions({ invitation: { id, email, status }, onHanded, onWithdrawn }: InvitationRowProps) {
  const { busy, send } = useAction('admin-invitations');
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
  if (status === 'accepted' || status === 'withdrawn') return null;
  const withdrawAct: Act = { icon: IconTrash, words: TEXTS.withdraw, onAct: () => void withdraw() };
  const resendAct: Act = { icon: IconRefresh, words: TEXTS.resend, onAct: () => void resend() };
  const actions = status === 'declined' ? [withdrawAct] : [resendAct, withdrawAct];
  return <ActionsMenu label={actsOfInvitationText(email)} busy={busy} actions={actions} />;
}
