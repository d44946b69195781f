import { useVisit } from '#app/session/visit-context.tsx';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
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
      <span>{t('{count, plural, one {# member} other {# members}}', { count: team.users.length })}</span>
    </div>
  );
}
