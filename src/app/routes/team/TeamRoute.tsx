import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NotFoundPage } from '#app/errors/NotFoundPage.tsx';
import { useSessionState, useVisit } from '#app/session/visit-context.tsx';

/** ODD-22: `/north` leads a member of north to that team. For everybody else the address is unknown. */
export function TeamRoute() {
  const { team } = useParams({ strict: false }) as { team: string };
  const { site } = useVisit();
  const state = useSessionState();
  const isOwn = state.phase === 'signed-in' && state.user.teams.some(({ slug }) => slug === team);
  useEffect(() => {
    if (isOwn) location.replace(site.teamUrl(team, '/dashboard'));
  }, [isOwn, site, team]);
  return isOwn ? null : <NotFoundPage />;
}
