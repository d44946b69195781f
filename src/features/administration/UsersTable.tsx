import { VisuallyHidden } from '@mantine/core';
import { IconBan, IconCircleCheck, IconMailQuestion } from '@tabler/icons-react';
import type { AdminUser } from '#contract/administration.ts';
import { parseWireDate } from '#contract/dates.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDate, formatDateTime } from '#ui/format.ts';
import { NameCell } from '#ui/lists/NameCell.tsx';
import { useSession } from '#ui/session-context.tsx';
import table from '#ui/lists/table.module.css';
import classes from './UsersTable.module.css';
import { StateWord } from '#ui/status/StateWord.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import { signInsText, sinceText, TEXTS } from './texts.ts';
import { UserActions } from './UserActions.tsx';

/** `users` is undefined while loading, which shows a skeleton. */
export function UsersTable({ users }: { users: readonly AdminUser[] | undefined }) {
  return (
    <div
      className={classNames(table.table, classes.columns)}
      data-list
      role="table"
      aria-label={TEXTS.users}
      aria-busy={users === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.name}</span>
        <span role="columnheader" className={classes.memberships}>
          {TEXTS.columns.teams}
        </span>
        <span role="columnheader" className={classes.last}>
          {TEXTS.columns.lastSignIn}
        </span>
        <span role="columnheader">{TEXTS.columns.state}</span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {users ? (
        users.map((user) => <UserRow key={user.id} user={user} />)
      ) : (
        <SkeletonRows
          rows={4}
          cells={[{ width: '60%' }, { width: '70%', className: classes.memberships }, { width: '80%', className: classes.last }]}
        />
      )}
    </div>
  );
}

function UserRow({ user }: { user: AdminUser }) {
  const { user: self } = useSession<Session>();
  const last = user.last_sign_in_at === null ? null : parseWireDate(user.last_sign_in_at);
  const memberships = user.teams.map(({ title, role_name }) => `${title} · ${translated(role_name)}`);
  return (
    <div className={table.row} role="row" data-user={user.id}>
      <NameCell role="rowheader" name={user.name} color={user.data.color} marks={[user.id === self.id && TEXTS.you]} below={user.email}>
        <span className={classNames(table.narrow, classes.wrapped)}>
          {memberships.length === 0 ? TEXTS.noTeam : memberships.join(', ')}
        </span>
      </NameCell>
      <div className={classes.memberships} role="cell">
        {memberships.length === 0 ? (
          TEXTS.noTeam
        ) : (
          <ul className={classes.lines}>
            {user.teams.map(({ id, title, role_name }) => (
              <li key={id} title={`${title} · ${translated(role_name)}`}>
                <bdi>{title}</bdi> · {translated(role_name)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={classNames(table.time, classes.last)} role="cell">
        {last === null ? TEXTS.never : formatDateTime(last, { seconds: false })}
        {user.sign_ins > 0 && <span className={classes.signIns}>{signInsText(user.sign_ins)}</span>}
      </div>
      <div role="cell">
        <UserState user={user} />
      </div>
      <div className={table.actions} role="cell">
        <UserActions user={user} />
      </div>
    </div>
  );
}

function UserState({ user: { blocked_at, email_verified_at, platform_admin } }: { user: AdminUser }) {
  const below = platform_admin ? TEXTS.platform : null;
  const since = blocked_at === null ? null : parseWireDate(blocked_at);
  if (since !== null) return <StateWord icon={IconBan} tone="you" word={TEXTS.blocked} below={below ?? sinceText(formatDate(since))} />;
  if (email_verified_at === null) return <StateWord icon={IconMailQuestion} tone="still" word={TEXTS.notVerified} below={below} />;
  return <StateWord icon={IconCircleCheck} tone="still" word={TEXTS.verified} below={below} />;
}
