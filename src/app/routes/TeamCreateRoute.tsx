import { CreateTeamPage } from '#features/team/CreateTeamPage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

export function TeamCreateRoute() {
  const { site, session, switchTeam } = useVisit();

  /** The stored user knows the team before its host is opened, whose guards ask for it. */
  async function enter(slug: string) {
    await session.reload();
    switchTeam(slug);
  }

  return <CreateTeamPage baseHost={site.baseHost} onCreated={enter} />;
}
