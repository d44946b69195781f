import { IconMail } from '@tabler/icons-react';
import { TEXTS } from '#app/texts.ts';
import { AdminPage } from '#features/administration/AdminPage.tsx';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { mayVisit, ROUTES } from '#app/routes/route-table.ts';

/** Every administration page that this user may open, from the route table. */
export function AdminRoute() {
  const { permissions } = useSession<Session>();
  const pages = ROUTES.filter(({ path, area }) => path.startsWith('/admin/') && area === undefined && !path.includes('$'))
    .filter(({ path }) => mayVisit(path, permissions))
    // The mail page has no item in the sidebar; it is in the team menu.
    .map(({ path, item }) => ({ path, label: item?.label ?? TEXTS.mail, icon: item?.icon ?? IconMail }));
  return <AdminPage pages={pages} />;
}
