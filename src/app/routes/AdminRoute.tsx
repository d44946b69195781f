import { IconMail } from '@tabler/icons-react';
import { TEXTS } from '#app/texts.ts';
import { AdminPage } from '#features/administration/AdminPage.tsx';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { mayVisit, ROUTES } from './route-table.ts';

/** Every page of the administration that there is and that this person may open, read off the route table. */
export function AdminRoute() {
  const { permissions } = useSession<Session>();
  const pages = ROUTES.filter(({ path, area }) => path.startsWith('/admin/') && area === undefined && !path.includes('$'))
    .filter(({ path }) => mayVisit(path, permissions))
    // The mails have no item in the sidebar: they stand in the menu of the team.
    .map(({ path, item }) => ({ path, label: item?.label ?? TEXTS.mail, icon: item?.icon ?? IconMail }));
  return <AdminPage pages={pages} />;
}
