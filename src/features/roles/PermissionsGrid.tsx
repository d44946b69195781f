import { Checkbox, Skeleton, Tooltip } from '@mantine/core';
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { ListedRole } from '#contract/roles.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { useSession } from '#ui/session-context.tsx';
import table from '#ui/lists/table.module.css';
import { nextCell, type Cell } from './grid-keys.ts';
import { isOfServer, ownReach } from './own-reach.ts';
import { areasOf, wordsOf } from './permission-words.ts';
import classes from './Roles.module.css';
import { cellText, heldByText, TEXTS } from './texts.ts';
import { useGrants } from './use-grants.ts';

interface PermissionsGridProps {
  /** Undefined while loading, which shows a skeleton. */
  permissions: readonly string[] | undefined;
  /** All roles: each permission lists those that have it. */
  roles: readonly ListedRole[];
  /** Roles with a column. */
  shown?: readonly ListedRole[];
  columns: number;
  /** This user may change roles of the server. */
  serverRoles?: boolean;
}

/** One tab stop: arrow keys move from cell to cell, Space toggles. */
export function PermissionsGrid({ permissions, roles, shown = [], columns, serverRoles = false }: PermissionsGridProps) {
  const areas = areasOf(permissions);
  const order = areas.flatMap((area) => area.permissions);
  const [stop, setStop] = useState<Cell>({ row: 0, column: 0 });
  const grid = useRef<HTMLDivElement>(null);
  const size = { rows: order.length, columns: shown.length };
  const at = { row: Math.min(stop.row, size.rows - 1), column: Math.min(stop.column, size.columns - 1) };

  function move(event: KeyboardEvent) {
    const next = nextCell(event.key, event.ctrlKey, at, size);
    if (next === null) return;
    event.preventDefault();
    setStop(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus();
  }

  return (
    <div
      ref={grid}
      className={classNames(table.table, classes.grid)}
      style={{ '--roles': columns } as CSSProperties}
      data-list
      role="grid"
      aria-label={TEXTS.grid}
      aria-busy={permissions === undefined}
    >
      <div className={classNames(table.head, classes.gridHead)} role="row">
        <span role="columnheader">{TEXTS.columns.permission}</span>
        {shown.map(({ id, name }) => (
          <span key={id} role="columnheader" className={classes.roleHead} title={translated(name)}>
            <bdi>{translated(name)}</bdi>
          </span>
        ))}
      </div>
      {areas.map(({ title, permissions: inArea }) => (
        <div key={title} role="rowgroup" aria-label={title}>
          <div className={classes.areaRow} aria-hidden>
            {title}
          </div>
          {inArea.map((permission) =>
            permissions === undefined ? (
              <div key={permission} className={table.row} data-skeleton aria-hidden>
                <Skeleton width="40%" height={12} />
              </div>
            ) : (
              <PermissionRow
                key={permission}
                permission={permission}
                row={order.indexOf(permission)}
                roles={roles}
                shown={shown}
                serverRoles={serverRoles}
                stop={at}
                onStop={setStop}
                onKey={move}
              />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

interface PermissionRowProps {
  permission: string;
  row: number;
  roles: readonly ListedRole[];
  shown: readonly ListedRole[];
  serverRoles: boolean;
  stop: Cell;
  onStop: (cell: Cell) => void;
  onKey: (event: KeyboardEvent) => void;
}

function PermissionRow({ permission, row, roles, shown, serverRoles, stop, onStop, onKey }: PermissionRowProps) {
  const { name, opens } = wordsOf(permission);
  const holders = roles.filter((role) => role.permissions.includes(permission)).map((role) => translated(role.name));
  return (
    <div className={table.row} role="row" data-permission={permission}>
      <div className={classes.permission} role="rowheader">
        <span className={classes.permissionName}>
          {name} <code className={classes.code}>{permission}</code>
        </span>
        <span className={classes.opens}>{opens}</span>
        <span className={classes.holders}>{heldByText(holders)}</span>
      </div>
      {shown.map((role, column) => (
        <GrantCell
          key={role.id}
          role={role}
          permission={permission}
          serverRoles={serverRoles}
          at={{ row, column }}
          isStop={stop.row === row && stop.column === column}
          onStop={onStop}
          onKey={onKey}
        />
      ))}
    </div>
  );
}

interface GrantCellProps {
  role: ListedRole;
  permission: string;
  serverRoles: boolean;
  at: Cell;
  isStop: boolean;
  onStop: (cell: Cell) => void;
  onKey: (event: KeyboardEvent) => void;
}

function GrantCell({ role, permission, serverRoles, at, isStop, onStop, onKey }: GrantCellProps) {
  const { permissions, serverReachable } = useSession<Session>();
  const { held, grant } = useGrants(role, permission);
  const own = ownReach(permissions, serverRoles);
  const why = whyNot();
  const { name } = wordsOf(permission);

  function whyNot(): string | null {
    if (!serverReachable) return TEXTS.needsServer;
    if (role.kept.includes(permission)) return TEXTS.keeps;
    if (!own.owns(role)) return TEXTS.ofServer;
    if (!own.covers(role)) return TEXTS.beyond;
    if (!isOfServer(role) && permission === 'admin' && !held) return TEXTS.neverInTeam;
    return own.has(permission) ? null : TEXTS.lacked;
  }

  return (
    <div role="gridcell" aria-label={translated(role.name)} className={classes.cell}>
      <Tooltip label={why} disabled={why === null} events={{ hover: true, focus: true, touch: true }}>
        <span className={classes.cellBox}>
          <Checkbox
            aria-label={cellText(translated(role.name), name)}
            checked={held}
            aria-disabled={why !== null}
            data-fixed={why !== null || undefined}
            data-cell={`${at.row} ${at.column}`}
            tabIndex={isStop ? 0 : -1}
            onFocus={() => onStop(at)}
            onKeyDown={onKey}
            onChange={({ currentTarget: { checked } }) => why === null && void grant(checked)}
          />
        </span>
      </Tooltip>
    </div>
  );
}
