import { ModulesPage } from '#features/site/ModulesPage.tsx';
import { isReady } from '#app/session/session-state.ts';
import { useSessionState } from '#app/session/visit-context.tsx';
import { ROUTES, sidebarItems } from '#app/routes/route-table.ts';

/** For guests, and where no team grants permissions, all areas: listed but not linked. */
export function ModulesRoute() {
  const state = useSessionState();
  const permissions = isReady(state) && state.team.kind === 'known' ? state.permissions.list : null;
  const items = sidebarItems(permissions ?? new Set(ROUTES.flatMap(({ permission }) => permission ?? [])));
  const modules = items.map(({ path, item }) => ({ path, label: item.label, icon: item.icon }));
  return <ModulesPage modules={modules} canOpen={permissions !== null} signsIn={state.phase !== 'signed-in'} />;
}
