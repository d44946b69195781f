import { Button } from '@mantine/core';
import { IconCircleCheck, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { InvitationRow } from './InvitationRow.tsx';
import { TeamRow } from './TeamRow.tsx';
import { TEXTS } from './texts.ts';
import { useAnswerInvitation } from './use-answer-invitation.ts';
import { usePreferTeam } from './use-prefer-team.ts';

interface DashboardPageProps {
  /** `app.localhost:8080`: what follows a team's label. */
  baseHost: string;
  /** Address of a team's dashboard on its own host (DASH-08). */
  teamUrl: (slug: string) => string;
  /** Before another team's host is opened (TEAM-06). */
  onLeaveForTeam: (slug: string) => void;
  /** This user may create teams (DASH-12). */
  mayCreate: boolean;
}

/** The user's teams and pending invitations (DASH). */
export function DashboardPage({ baseHost, teamUrl, onLeaveForTeam, mayCreate }: DashboardPageProps) {
  const { user, serverReachable, reload } = useSession<Session>();
  const { preferred, prefer } = usePreferTeam();
  const invitations = user.invitations.filter(({ status }) => status === 'pending');
  // The answered row is removed with its focus, which moves here so that the new content is read next.
  const content = useRef<HTMLDivElement>(null);
  const { sending, joined, answer } = useAnswerInvitation(() => content.current?.focus());

  // Invitations are not pushed, so returning to this tab fetches them.
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void reload();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);

  return (
    <Page title={TEXTS.title} actions={mayCreate && user.teams.length > 0 && <NewTeam />}>
      <div ref={content} tabIndex={-1} className={sections.sections} style={{ outline: 'none' }}>
        <div role="status" style={{ display: 'contents' }}>
          {joined !== null && (
            <Note
              tone="sure"
              icon={IconCircleCheck}
              title={TEXTS.joined(joined.title)}
              action={
                <Button component="a" variant="default" href={teamUrl(joined.slug)} onClick={() => onLeaveForTeam(joined.slug)}>
                  {TEXTS.open(joined.title)}
                </Button>
              }
            />
          )}
        </div>
        {user.teams.length === 0 && invitations.length === 0 && (
          <div className={sections.panel}>
            <EmptyState icon={IconUsersGroup} title={TEXTS.noTeam} action={mayCreate ? <NewTeam /> : undefined}>
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
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  baseHost={baseHost}
                  sending={sending?.id === invitation.id ? sending.answer : null}
                  mayAnswer={serverReachable}
                  onAnswer={(given) => answer(invitation, given)}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  );
}

function NewTeam() {
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
      renderRoot={(props) => <Link to="/team/create" {...props} />}
    >
      {TEXTS.newTeam}
    </Button>
  );
}
