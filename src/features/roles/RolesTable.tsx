import { Skeleton, UnstyledButton } from '@mantine/core';
import { PERMISSIONS } from '#contract/permissions.ts';
import type { ListedRole } from '#contract/roles.ts';
import { translated } from '#language/t.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';
import link from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { isOfServer } from './own-reach.ts';
import classes from './Roles.module.css';
import { allowsText, narrowText, peopleText, TEXTS } from './texts.ts';

interface RolesTableProps {
  /** Undefined while loading, which shows a skeleton. */
  roles: readonly ListedRole[] | undefined;
  onOpen: (role: ListedRole) => void;
}

export function RolesTable({ roles, onOpen }: RolesTableProps) {
  return (
    <div className={classNames(table.table, classes.roles)} data-list role="table" aria-label={TEXTS.roles} aria-busy={roles === undefined}>
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.name}</span>
        <span role="columnheader" className={classes.scope}>
          {TEXTS.columns.scope}
        </span>
        <span role="columnheader" className={table.end}>
          {TEXTS.columns.people}
        </span>
        <span role="columnheader" className={classNames(table.end, classes.allows)}>
          {TEXTS.columns.allows}
        </span>
        <span role="columnheader" className={classes.given}>
          {TEXTS.columns.given}
        </span>
      </div>
      {roles
        ? roles.map((role) => <RoleRow key={role.id} role={role} onOpen={() => onOpen(role)} />)
        : [0, 1, 2, 3, 4, 5].map((row) => (
            <div key={row} className={table.row} data-skeleton aria-hidden>
              <Skeleton width={`${40 - row * 3}%`} height={12} />
              <Skeleton className={classes.scope ?? ''} width="60%" height={12} />
              <Skeleton width="40%" height={12} ml="auto" />
              <Skeleton className={classes.allows ?? ''} width="60%" height={12} ml="auto" />
              <Skeleton className={classes.given ?? ''} width="30%" height={12} />
            </div>
          ))}
    </div>
  );
}

function RoleRow({ role, onOpen }: { role: ListedRole; onOpen: () => void }) {
  const { built_in: builtIn, people, permissions, invitable } = role;
  const name = translated(role.name);
  const scope = TEXTS.scopes[isOfServer(role) ? 'server' : 'team'];
  const allows = allowsText(permissions.length, PERMISSIONS.length);
  return (
    <div className={classNames(table.row, link.row)} role="row" data-role={role.id}>
      <div className={classes.names} role="rowheader">
        <UnstyledButton className={classNames(table.name, link.link)} title={name} aria-haspopup="dialog" onClick={onOpen}>
          <bdi>{name}</bdi>
        </UnstyledButton>
        {builtIn && <span className={classes.mark}>{TEXTS.builtIn}</span>}
        <span className={table.narrow}>{narrowText(scope, people, permissions.length, PERMISSIONS.length)}</span>
      </div>
      <div className={classes.scope} role="cell">
        {scope}
      </div>
      <div className={classNames(table.number, classes.people)} role="cell" title={peopleText(people)}>
        {formatCount(people)}
      </div>
      <div className={classNames(table.number, classes.allows)} role="cell">
        {allows}
      </div>
      <div className={classes.given} role="cell">
        {invitable ? TEXTS.givenByTeams : TEXTS.notGiven}
      </div>
    </div>
  );
}
