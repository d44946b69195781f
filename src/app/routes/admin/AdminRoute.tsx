import {
  IconAdjustments,
  IconChartBar,
  IconCpu,
  IconFolders,
  IconHierarchy3,
  IconMail,
  IconUserShare,
  type Icon,
} from '@tabler/icons-react';
import { TEXTS } from '#app/texts.ts';
import { AdminPage } from '#features/administration/AdminPage.tsx';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { mayVisit, ROUTES } from '#app/routes/route-table.ts';

/** Administration pages without an item in the sidebar. */
const WITHOUT_ITEM = new Map<string, { label: string; icon: Icon }>([
  ['/admin/mail', { label: TEXTS.mail, icon: IconMail }],
  ['/user-switch', { label: TEXTS.actAs, icon: IconUserShare }],
  ['/admin/commander', { label: TEXTS.files, icon: IconFolders }],
  ['/admin/ai-workers', { label: TEXTS.aiWorkers, icon: IconCpu }],
  ['/admin/ai-model-configuration', { label: TEXTS.aiModelConfiguration, icon: IconAdjustments }],
  ['/admin/masterarbeit', { label: TEXTS.recognitionQuality, icon: IconChartBar }],
  ['/admin/structures-x', { label: TEXTS.structuresOfAllTeams, icon: IconHierarchy3 }],
]);

/** Every administration page that this user may open, from the route table. */
export function AdminRoute() {
  const { permissions } = useSession<Session>();
  const pages = ROUTES.filter(({ path }) => (path.startsWith('/admin/') || WITHOUT_ITEM.has(path)) && mayVisit(path, permissions)).flatMap(
    ({ path, item }) => {
      const shown = item ?? WITHOUT_ITEM.get(path);
      return shown === undefined ? [] : [{ path, label: shown.label, icon: shown.icon }];
    },
  );
  return <AdminPage pages={pages} />;
}
