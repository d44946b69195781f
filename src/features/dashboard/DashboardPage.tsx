import { IconUsersGroup } from '@tabler/icons-react';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { InvitationRow } from './InvitationRow.tsx';
import { TeamRow } from './TeamRow.tsx';
import { TEXTS } from './texts.ts';
import { usePreferTeam } from './use-prefer-team.ts';

interface DashboardPageProps {
  /** `app.localhost:8080`: what follows a team's label. */
  baseHost: string;
  /** Address of a team's dashboard on its own host (DASH-08). */
  teamUrl: (slug: string) => string;
  /** Before another team's host is opened (TEAM-06). */
  onLeaveForTeam: (slug: string) => void;
}

/** The teams of the user and the invitations that wait (DASH). */
export function DashboardPage({ baseHost, teamUrl, onLeaveForTeam }: DashboardPageProps) {
  const { user, serverReachable } = useSession<Session>();
  const { preferred, prefer } = usePreferTeam();
  const invitations = user.invitations.filter(({ status }) => status === 'pending');

  return (
    <Page title={TEXTS.title}>
      <div className={sections.sections}>
        {user.teams.length === 0 && invitations.length === 0 && (
          <div className={sections.panel}>
            <EmptyState icon={IconUsersGroup} title={TEXTS.noTeam}>
              {TEXTS.noTeamNote}
            </EmptyState>
          </div>
        )}
        {user.teams.length > 0 && (
          <section aria-labelledby="teams">
            <h2 id="teams" className={sections.heading}>
              {TEXTS.teams} <span className={sections.count}>{user.teams.length}</span>
            </h2>
            <ul className={sections.panel}>
              {user.teams.map((team) => (
                <TeamRow
                  key={team.slug}
                  team={team}
                  address={`${team.slug}.${baseHost}`}
                  href={teamUrl(team.slug)}
                  preferred={preferred === team.slug}
                  mayPrefer={serverReachable}
                  onPrefer={() => prefer(team.slug)}
                  onOpen={() => onLeaveForTeam(team.slug)}
                />
              ))}
            </ul>
          </section>
        )}
        {invitations.length > 0 && (
          <section aria-labelledby="invitations">
            <h2 id="invitations" className={sections.heading}>
              {TEXTS.invitations} <span className={sections.count}>{invitations.length}</span>
            </h2>
            <ul className={sections.panel}>
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} baseHost={baseHost} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  );
}
