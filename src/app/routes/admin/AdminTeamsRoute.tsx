import { useVisit } from '#app/session/visit-context.tsx';
import { TeamsPage } from '#features/administration/TeamsPage.tsx';

export function AdminTeamsRoute() {
  const { site } = useVisit();
  return <TeamsPage baseHost={site.baseHost} />;
}
