import { UnstyledButton } from '@mantine/core';
import {
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClockExclamation,
  IconClockOff,
  IconLockOff,
  IconRefresh,
  type Icon,
} from '@tabler/icons-react';
import type { ApiUser } from '#contract/api-users.ts';
import { parseWireDate } from '#contract/dates.ts';
import { apiUserState, lastUse, type ApiUserState } from '#model/api-user-state.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDate, formatDateTime } from '#ui/format.ts';
import link from '#ui/lists/row-link.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { StateWord } from '#ui/status/StateWord.tsx';
import classes from './ApiUsers.module.css';
import type { Opened } from './ApiUsersPage.tsx';
import { andMoreText, STATE_TEXTS, TEXTS } from './texts.ts';

const STATE_ICONS: Readonly<Record<ApiUserState, { icon: Icon; tone: 'you' | 'still' }>> = {
  active: { icon: IconCircleCheck, tone: 'still' },
  'not used': { icon: IconCircleDashed, tone: 'still' },
  '2 keys': { icon: IconRefresh, tone: 'you' },
  'expires soon': { icon: IconClockExclamation, tone: 'you' },
  'no rights': { icon: IconLockOff, tone: 'you' },
  expired: { icon: IconClockOff, tone: 'you' },
  revoked: { icon: IconBan, tone: 'still' },
};

interface ApiUsersTableProps {
  /** Undefined while loading, which shows a skeleton. */
  users: readonly ApiUser[] | undefined;
  now: number;
  opened: Opened | null;
  onOpen: (id: number) => void;
}

export function ApiUsersTable({ users, now, opened, onOpen }: ApiUsersTableProps) {
  return (
    <div className={classNames(table.table, classes.users)} data-list role="table" aria-label={TEXTS.title} aria-busy={users === undefined}>
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.name}</span>
        <span role="columnheader" className={classes.allows}>
          {TEXTS.columns.permissions}
        </span>
        <span role="columnheader" className={classes.expires}>
          {TEXTS.columns.expires}
        </span>
        <span role="columnheader" className={classes.used}>
          {TEXTS.columns.used}
        </span>
        <span role="columnheader">{TEXTS.columns.state}</span>
      </div>
      {users ? (
        users.map((user) => <ApiUserRow key={user.id} user={user} now={now} isOpened={user.id === opened} onOpen={() => onOpen(user.id)} />)
      ) : (
        <SkeletonRows
          rows={4}
          cells={[
            { width: '60%' },
            { width: '70%', className: classes.allows },
            { width: '70%', className: classes.expires },
            { width: '80%', className: classes.used },
          ]}
        />
      )}
    </div>
  );
}

function ApiUserRow({ user, now, isOpened, onOpen }: { user: ApiUser; now: number; isOpened: boolean; onOpen: () => void }) {
  const state = apiUserState(user, now);
  const used = lastUse(user);
  const expires = parseWireDate(user.expires_at);
  const usedText = used === null ? TEXTS.never : formatDateTime(used.at, { seconds: false });
  const from = user.addresses.length === 0 ? TEXTS.anyAddress : user.addresses.slice(0, 1).join('');
  const [first = '', ...more] = user.permissions;
  return (
    <div
      className={classNames(table.row, link.row, classes.row)}
      role="row"
      data-api-user={user.id}
      data-opened={isOpened || undefined}
      data-ended={state === 'revoked' || undefined}
    >
      <div className={classes.lines} role="rowheader">
        <UnstyledButton className={classNames(table.name, link.link)} title={user.name} aria-haspopup="dialog" onClick={onOpen}>
          <bdi>{user.name}</bdi>
        </UnstyledButton>
        <span className={classes.below}>
          <bdi>{user.team.title}</bdi>
        </span>
        <span className={table.narrow}>{[usedText, from].join(' · ')}</span>
      </div>
      <div className={classNames(classes.lines, classes.allows)} role="cell">
        <code className={classes.code}>{first}</code>
        {more.length > 0 && <span className={classes.below}>{andMoreText(more.length)}</span>}
      </div>
      <div className={classNames(table.time, classes.expires)} role="cell">
        {expires !== null && formatDate(expires)}
      </div>
      <div className={classNames(classes.lines, classes.used)} role="cell">
        <span className={table.time}>{usedText}</span>
        <code className={classes.below}>
          {from}
          {user.addresses.length > 1 && ` +${user.addresses.length - 1}`}
        </code>
      </div>
      <div role="cell">
        <StateWord {...STATE_ICONS[state]} word={STATE_TEXTS[state]} />
      </div>
    </div>
  );
}
