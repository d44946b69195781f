import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Team } from '#contract/entities.ts';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { PROFILE_TEXTS as TEXTS } from './profile-texts.ts';
import classes from './profile.module.css';
import { textOfFailure } from './texts.ts';

/** The user's teams, each with a leave button; after leaving the team of this host the guards redirect. */
export function LeaveTeams() {
  const { user, serverReachable, reload } = useSession<Session>();

  async function leave(team: Team) {
    const answer = await callApi(CALLS.leaveTeam, { params: { slug: team.slug } });
    if (!answer.ok) notifications.show({ color: 'coral', message: textOfFailure(answer.failure) });
    await reload();
  }
  const ask = (team: Team) =>
    modals.openConfirmModal({
      title: t('Leave {team}?', { team: team.title }),
      children: TEXTS.leaveNote,
      labels: { confirm: TEXTS.leave, cancel: TEXTS.stay },
      confirmProps: { variant: 'outline', color: 'coral' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => void leave(team),
    });

  return (
    <ul className={sections.panel}>
      {user.teams.length === 0 && <li className={classes.row}>{TEXTS.noTeams}</li>}
      {user.teams.map((team) => (
        <li key={team.slug} className={classes.row}>
          <span className={classes.words}>
            <b>
              <bdi>{team.title}</bdi>
            </b>
          </span>
          <Button variant="default" disabled={!serverReachable} aria-label={`${TEXTS.leave}: ${team.title}`} onClick={() => ask(team)}>
            {TEXTS.leave}
          </Button>
        </li>
      ))}
    </ul>
  );
}
