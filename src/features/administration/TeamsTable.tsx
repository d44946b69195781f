import { VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconCircleCheck, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { callApi } from '#api/call-api.ts';
import type { AdminTeam } from '#contract/administration.ts';
import { CALLS } from '#contract/calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatBytes, formatCount, formatDate } from '#ui/format.ts';
import { NameCell } from '#ui/lists/NameCell.tsx';
import { ActionsMenu } from '#ui/lists/ActionsMenu.tsx';
import { useSession } from '#ui/session-context.tsx';
import table from '#ui/lists/table.module.css';
import classes from './TeamsTable.module.css';
import { EditTeamForm } from './EditTeamForm.tsx';
import { StateWord } from '#ui/status/StateWord.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import { actsOfText, editTitle, membersText, sinceText, studiesText, suspendDo, suspendTitle, suspendWhy, TEXTS } from './texts.ts';
import { useAction } from './use-action.ts';

/** `teams` is undefined while loading, which shows a skeleton. */
export function TeamsTable({ teams }: { teams: readonly AdminTeam[] | undefined }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.columns)}
      data-list
      role="table"
      aria-label={TEXTS.teams}
      aria-busy={teams === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.team}</span>
        {([columns.members, columns.studies, columns.bytes] as const).map((words) => (
          <span key={words} role="columnheader" className={classNames(table.end, classes.figure)}>
            {words}
          </span>
        ))}
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {teams ? (
        teams.map((team) => <TeamRow key={team.id} team={team} />)
      ) : (
        <SkeletonRows
          rows={3}
          cells={[{ width: '60%' }, { width: '60%', className: classes.figure }, { width: '60%', className: classes.figure }]}
        />
      )}
    </div>
  );
}

function TeamRow({ team }: { team: AdminTeam }) {
  const since = team.suspended_at === null ? null : parseWireDate(team.suspended_at);
  return (
    <div className={table.row} role="row" data-team={team.slug}>
      <NameCell role="rowheader" name={team.title} color={team.data.color} below={team.slug}>
        <span className={table.narrow}>{[membersText(team.members), studiesText(team.studies), formatBytes(team.bytes)].join(' · ')}</span>
      </NameCell>
      <div className={classNames(table.number, classes.figure)} role="cell">
        {formatCount(team.members)}
      </div>
      <div className={classNames(table.number, classes.figure)} role="cell">
        {formatCount(team.studies)}
      </div>
      <div className={classNames(table.number, classes.figure)} role="cell">
        {formatBytes(team.bytes)}
      </div>
      <div role="cell">
        {since === null ? (
          <StateWord icon={IconCircleCheck} tone="still" word={TEXTS.open} />
        ) : (
          <StateWord icon={IconPlayerPause} tone="you" word={TEXTS.suspended} below={sinceText(formatDate(since))} />
        )}
      </div>
      <div className={table.actions} role="cell">
        <TeamActions team={team} />
      </div>
    </div>
  );
}

/** PCALL-32, for one team. */
function TeamActions({ team }: { team: AdminTeam }) {
  const { team: own } = useSession<Session>();
  const { busy, send } = useAction('admin-teams');
  const params = { id: String(team.id) };
  const edit = {
    icon: IconPencil,
    words: TEXTS.edit,
    onAct: () =>
      modals.open({ title: editTitle(team.title), size: 'md', children: <EditTeamForm team={team} onSaved={modals.closeAll} /> }),
  };
  const suspend = {
    icon: IconPlayerPause,
    words: TEXTS.suspend,
    not: own?.id === team.id ? TEXTS.ownTeam : undefined,
    onAct: () =>
      askFirst({
        title: suspendTitle(team.title),
        why: suspendWhy(team.title),
        act: suspendDo(team.title),
        onAct: () => send(() => callApi(CALLS.suspendTeam, { params })).then(() => modals.closeAll()),
      }),
  };
  const reopen = {
    icon: IconPlayerPlay,
    words: TEXTS.reopen,
    onAct: () => void send(() => callApi(CALLS.reopenTeam, { params })),
  };
  return <ActionsMenu label={actsOfText(team.title)} busy={busy} actions={[edit, team.suspended_at === null ? suspend : reopen]} />;
}
