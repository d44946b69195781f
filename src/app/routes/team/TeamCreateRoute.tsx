import { CreateTeamPage } from '#features/team/CreateTeamPage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

export function TeamCreateRoute() {
  const { site, session, switchTeam } = useVisit();

  /** Stores the user with the new team before its host is opened, because the guards there require it. */
  async function enter(slug: string) {
    await session.reload();
    switchTeam(slug);
  }

  return <CreateTeamPage baseHost={site.baseHost} onCreated={enter} />;
}
