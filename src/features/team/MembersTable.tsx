import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconUserMinus } from '@tabler/icons-react';
import { parseWireDate } from '#contract/dates.ts';
import type { RoleOption, TeamMember } from '#contract/members.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatDate } from '#ui/format.ts';
import { NameCell } from '#ui/lists/NameCell.tsx';
import { useSession } from '#ui/session-context.tsx';
import table from '#ui/lists/table.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import { RoleSelect } from './RoleSelect.tsx';
import classes from './MembersTable.module.css';
import { removeText, removeTitle, removeWhy, TEXTS } from './texts.ts';
import { useMemberActions } from './use-member-actions.ts';

interface MembersTableProps {
  /** Undefined while loading, which shows a skeleton. */
  members: readonly TeamMember[] | undefined;
  roles: readonly RoleOption[] | undefined;
  label: string;
}

export function MembersTable({ members, roles, label }: MembersTableProps) {
  return (
    <div className={classNames(table.table, classes.columns)} data-list role="table" aria-label={label} aria-busy={members === undefined}>
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.name}</span>
        <span role="columnheader" className={classes.email}>
          {TEXTS.columns.email}
        </span>
        <span role="columnheader">{TEXTS.columns.role}</span>
        <span role="columnheader" className={classes.since}>
          {TEXTS.columns.since}
        </span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {members ? (
        members.map((member) => <MemberRow key={member.id} member={member} roles={roles} />)
      ) : (
        <SkeletonRows rows={4} cells={[{ width: '60%' }, { width: '70%', className: classes.email }, { width: '80%' }]} />
      )}
    </div>
  );
}

function MemberRow({ member, roles }: { member: TeamMember; roles: readonly RoleOption[] | undefined }) {
  const { user } = useSession<Session>();
  const since = parseWireDate(member.created_at);
  return (
    <div className={table.row} role="row" data-member={member.id}>
      <NameCell
        role="rowheader"
        name={member.name}
        color={member.data.color}
        marks={[member.id === user.id && TEXTS.you, !member.active && TEXTS.notInUse]}
      >
        <span className={table.narrow}>{member.email}</span>
      </NameCell>
      <div className={classNames(table.text, classes.email)} role="cell" title={member.email}>
        {member.email}
      </div>
      <div role="cell" className={classes.roleCell}>
        <RoleSelect member={member} roles={roles} />
      </div>
      <div className={classNames(table.time, classes.since)} role="cell">
        {since && formatDate(since)}
      </div>
      <div className={table.actions} role="cell">
        {member.id !== user.id && <RemoveButton member={member} />}
      </div>
    </div>
  );
}

function RemoveButton({ member }: { member: TeamMember }) {
  const { team, serverReachable } = useSession<Session>();
  const { remove } = useMemberActions(member);
  const label = removeText(member.name);
  return (
    <Tooltip label={serverReachable ? label : TEXTS.needsServer}>
      <ActionIcon
        aria-label={label}
        aria-disabled={!serverReachable}
        onClick={() =>
          serverReachable &&
          askFirst({
            title: removeTitle(member.name, team?.title ?? ''),
            why: removeWhy(member.name),
            act: label,
            onAct: () => remove().then(() => modals.closeAll()),
          })
        }
      >
        <IconUserMinus size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
