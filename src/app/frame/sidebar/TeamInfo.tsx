import { useVisit } from '#app/session/visit-context.tsx';
import type { Session } from '#model/session.ts';
import { formatCountOf } from '#ui/format.ts';
import classes from './TeamInfo.module.css';

/** SIDE-09: whose data this is, in the menu and in its sheet on phones. */
export function TeamInfo({ team }: { team: NonNullable<Session['team']> }) {
  const { site } = useVisit();
  return (
    <div className={classes.info}>
      <b>{team.title}</b>
      <code>
        {team.slug}.{site.baseHost}
      </code>
      <span>{formatCountOf(team.users.length, 'member', 'members')}</span>
    </div>
  );
}
