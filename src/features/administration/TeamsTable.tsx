import { Skeleton, VisuallyHidden } from '@mantine/core';
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
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import { useSession } from '#ui/session-context.tsx';
import table from '#ui/table.module.css';
import { ActsMenu } from './ActsMenu.tsx';
import classes from './Administration.module.css';
import { EditTeamForm } from './EditTeamForm.tsx';
import { StateWord } from './StateWord.tsx';
import { actsOfText, editTitle, membersText, sinceText, studiesText, suspendDo, suspendTitle, suspendWhy, TEXTS } from './texts.ts';
import { useAct } from './use-act.ts';

/** `teams` is undefined while they are on their way: the shape of what comes. */
export function TeamsTable({ teams }: { teams: readonly AdminTeam[] | undefined }) {
  const { columns } = TEXTS;
  return (
    <div className={classNames(table.table, classes.teams)} data-list role="table" aria-label={TEXTS.teams} aria-busy={teams === undefined}>
      <div className={table.head} role="row">
        <span role="columnheader">{columns.team}</span>
        {([columns.members, columns.studies, columns.bytes] as const).map((words) => (
          <span key={words} role="columnheader" className={classNames(table.end, classes.figure)}>
            {words}
          </span>
        ))}
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.acts}</VisuallyHidden>
        </span>
      </div>
      {teams
        ? teams.map((team) => <TeamRow key={team.id} team={team} />)
        : [0, 1, 2].map((row) => (
            <div key={row} className={table.row} data-skeleton aria-hidden>
              <Skeleton width={`${60 - row * 8}%`} height={12} />
              <Skeleton className={classes.figure ?? ''} width="60%" height={12} />
              <Skeleton className={classes.figure ?? ''} width="60%" height={12} />
            </div>
          ))}
    </div>
  );
}

function TeamRow({ team }: { team: AdminTeam }) {
  const since = team.suspended_at === null ? null : parseWireDate(team.suspended_at);
  return (
    <div className={table.row} role="row" data-team={team.slug}>
      <div className={classes.person} role="rowheader">
        <LetterAvatar name={team.title} color={team.data.color} />
        <span className={classes.names}>
          <span className={table.name} title={team.title}>
            <bdi>{team.title}</bdi>
          </span>
          <span className={classes.below}>{team.slug}</span>
          <span className={table.narrow}>
            {[membersText(team.members), studiesText(team.studies), formatBytes(team.bytes)].join(' · ')}
          </span>
        </span>
      </div>
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
          <StateWord icon={IconCircleCheck} tone="still" word="open" />
        ) : (
          <StateWord icon={IconPlayerPause} tone="you" word="suspended" below={sinceText(formatDate(since))} />
        )}
      </div>
      <div className={classes.acts} role="cell">
        <TeamActs team={team} />
      </div>
    </div>
  );
}

/** PCALL-32, for one team. */
function TeamActs({ team }: { team: AdminTeam }) {
  const { team: own } = useSession<Session>();
  const { busy, send } = useAct('admin-teams');
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
  return <ActsMenu label={actsOfText(team.title)} busy={busy} acts={[edit, team.suspended_at === null ? suspend : reopen]} />;
}
