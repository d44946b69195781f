import {
  IconHistory,
  IconKey,
  IconListDetails,
  IconMailForward,
  IconMessageCog,
  IconShieldLock,
  IconStack2,
  IconUpload,
  IconUserCog,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { SIGN_OUT, type PageAccess } from '#app/guards/visit.ts';

/**
 * Every page of the product, declared once: the router, the guards, the sidebar and the tests are derived from this list. An area that is
 * not built has no row, so nothing can link to it. Which permission opens an area is that of its sidebar item (GUARD-28).
 */
export interface RouteEntry {
  /** As the router writes it: `$name` for a parameter. */
  path: string;
  layout: LayoutName;
  access: PageAccess;
  permission: Permission | null;
  /** LAYOUT-06. */
  noindex?: true;
  item?: SidebarItem;
  /** Path of the item that it belongs to, where it has none of its own. */
  area?: string;
  load: () => Promise<ComponentType>;
}

export type LayoutName = 'app' | 'default' | 'homepage' | 'login' | 'clear';

export interface SidebarItem {
  /** given (SIDE). */
  label: string;
  icon: Icon;
  /** Single letter of the `G then …` map (design.md §16). */
  key: string;
}

export const ROUTES: readonly RouteEntry[] = [
  { path: '/', layout: 'homepage', access: 'open', permission: null, load: async () => (await import('./HomeRoute.tsx')).HomeRoute },
  {
    path: '/login',
    layout: 'login',
    access: 'guest-only',
    permission: null,
    load: async () => (await import('./LoginRoute.tsx')).LoginRoute,
  },
  {
    path: '/register',
    layout: 'login',
    access: 'guest-only',
    permission: null,
    load: async () => (await import('./RegisterRoute.tsx')).RegisterRoute,
  },
  {
    path: '/forgot-password',
    layout: 'login',
    access: 'guest-only',
    permission: null,
    load: async () => (await import('./ForgotPasswordRoute.tsx')).ForgotPasswordRoute,
  },
  // Not for guests only: who is signed in here and forgot the password opens the link of the mail as well.
  {
    path: '/reset-password',
    layout: 'login',
    access: 'open',
    permission: null,
    load: async () => (await import('./ResetPasswordRoute.tsx')).ResetPasswordRoute,
  },
  {
    path: '/get-started',
    layout: 'login',
    access: 'open',
    permission: null,
    load: async () => (await import('./GetStartedRoute.tsx')).GetStartedRoute,
  },
  {
    path: '/verify',
    layout: 'login',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./VerifyRoute.tsx')).VerifyRoute,
  },
  // Open, so that a guest is led to the form and not to a form whose way back signs out again.
  {
    path: SIGN_OUT,
    layout: 'login',
    access: 'open',
    permission: null,
    noindex: true,
    load: async () => (await import('./LogoutRoute.tsx')).LogoutRoute,
  },
  {
    path: '/install',
    layout: 'default',
    access: 'open',
    permission: null,
    load: async () => (await import('./InstallRoute.tsx')).InstallRoute,
  },
  {
    path: '/modules',
    layout: 'default',
    access: 'open',
    permission: null,
    load: async () => (await import('./ModulesRoute.tsx')).ModulesRoute,
  },
  {
    path: '/contact',
    layout: 'default',
    access: 'open',
    permission: null,
    load: async () => (await import('./ContactRoute.tsx')).ContactRoute,
  },
  {
    path: '/subprocessors',
    layout: 'default',
    access: 'open',
    permission: null,
    load: async () => (await import('./SubprocessorsRoute.tsx')).SubprocessorsRoute,
  },
  {
    path: '/maintenance',
    layout: 'login',
    access: 'open',
    permission: null,
    load: async () => (await import('./MaintenanceRoute.tsx')).MaintenanceRoute,
  },
  {
    path: '/dashboard',
    layout: 'app',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./DashboardRoute.tsx')).DashboardRoute,
  },
  {
    path: '/upload-v2',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:upload-v2',
    noindex: true,
    item: { label: 'Upload', icon: IconUpload, key: 'U' },
    load: async () => (await import('./UploadRoute.tsx')).UploadRoute,
  },
  {
    path: '/upload',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:upload-v2',
    noindex: true,
    area: '/upload-v2',
    load: async () => (await import('./LegacyUploadRoute.tsx')).LegacyUploadRoute,
  },
  {
    path: '/uploads',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:upload-history',
    noindex: true,
    item: { label: 'Upload history', icon: IconHistory, key: 'H' },
    load: async () => (await import('./UploadHistoryRoute.tsx')).UploadHistoryRoute,
  },
  {
    path: '/studies-v2',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    item: { label: 'Studies', icon: IconStack2, key: 'S' },
    load: async () => (await import('./StudiesRoute.tsx')).StudiesRoute,
  },
  {
    path: '/studies-v2/list',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:studies',
    area: '/studies-v2',
    load: async () => (await import('./StudiesRoute.tsx')).StudiesRoute,
  },
  {
    path: '/team/users',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    item: { label: 'Team', icon: IconUsers, key: 'T' },
    load: async () => (await import('./TeamUsersRoute.tsx')).TeamUsersRoute,
  },
  {
    path: '/team/invitations',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    area: '/team/users',
    load: async () => (await import('./TeamInvitationsRoute.tsx')).TeamInvitationsRoute,
  },
  {
    path: '/team/roles',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    area: '/team/users',
    load: async () => (await import('./TeamRolesRoute.tsx')).TeamRolesRoute,
  },
  {
    path: '/team/de-identification',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    area: '/team/users',
    load: async () => (await import('./TeamDeidentificationRoute.tsx')).TeamDeidentificationRoute,
  },
  {
    path: '/team/create',
    layout: 'app',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./TeamCreateRoute.tsx')).TeamCreateRoute,
  },
  {
    path: '/members',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:team',
    area: '/team/users',
    load: async () => (await import('./MembersRoute.tsx')).MembersRoute,
  },
  // Reached through what the frame says of the storage.
  {
    path: '/device',
    layout: 'app',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./DeviceRoute.tsx')).DeviceRoute,
  },
  // Reached through the avatar menu.
  {
    path: '/profile',
    layout: 'app',
    access: 'signed-in',
    permission: null,
    load: async () => (await import('./ProfileRoute.tsx')).ProfileRoute,
  },
  // Reached through the avatar menu, and from the pages below it.
  {
    path: '/admin',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./AdminRoute.tsx')).AdminRoute,
  },
  {
    path: '/admin/users',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:users',
    item: { label: 'Users', icon: IconUserCog, key: 'Y' },
    load: async () => (await import('./AdminUsersRoute.tsx')).AdminUsersRoute,
  },
  {
    path: '/admin/invitations',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:invitations',
    item: { label: 'Invitations', icon: IconMailForward, key: 'I' },
    load: async () => (await import('./AdminInvitationsRoute.tsx')).AdminInvitationsRoute,
  },
  {
    path: '/admin/teams',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:teams',
    item: { label: 'Teams', icon: IconUsersGroup, key: 'E' },
    load: async () => (await import('./AdminTeamsRoute.tsx')).AdminTeamsRoute,
  },
  {
    path: '/admin/mail',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    load: async () => (await import('./MailRoute.tsx')).MailRoute,
  },
  {
    path: '/ai-prompt',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    item: { label: 'AI prompts', icon: IconMessageCog, key: 'J' },
    load: async () => (await import('./PromptsRoute.tsx')).PromptsRoute,
  },
  // ODD-23: static paths first; without an id, the empty form.
  {
    path: '/ai-prompt/create',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    area: '/ai-prompt',
    load: async () => (await import('./PromptFormRoute.tsx')).PromptFormRoute,
  },
  {
    path: '/ai-prompt/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    area: '/ai-prompt',
    load: async () => (await import('./PromptFormRoute.tsx')).PromptFormRoute,
  },
  {
    path: '/ai-prompt/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    area: '/ai-prompt',
    load: async () => (await import('./PromptRoute.tsx')).PromptRoute,
  },
  {
    path: '/ai-prompt/$id/edit',
    layout: 'app',
    access: 'signed-in',
    permission: 'admin',
    area: '/ai-prompt',
    load: async () => (await import('./PromptFormRoute.tsx')).PromptFormRoute,
  },
  {
    path: '/admin/roles',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:roles',
    item: { label: 'Roles', icon: IconShieldLock, key: 'O' },
    load: async () => (await import('./AdminRolesRoute.tsx')).AdminRolesRoute,
  },
  {
    path: '/admin/permissions',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:permissions',
    item: { label: 'Permissions', icon: IconKey, key: 'M' },
    load: async () => (await import('./AdminPermissionsRoute.tsx')).AdminPermissionsRoute,
  },
  {
    path: '/admin/log',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    item: { label: 'Log sessions', icon: IconListDetails, key: 'L' },
    load: async () => (await import('./LogSessionsRoute.tsx')).LogSessionsRoute,
  },
  {
    path: '/admin/log/table',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    area: '/admin/log',
    load: async () => (await import('./LogStepsRoute.tsx')).LogStepsRoute,
  },
  {
    path: '/admin/log/detail',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    area: '/admin/log',
    load: async () => (await import('./LogSessionRoute.tsx')).LogSessionRoute,
  },
  {
    path: '/admin/log/detail/$id',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    area: '/admin/log',
    load: async () => (await import('./LogSessionRoute.tsx')).LogSessionRoute,
  },
  // Beside the log of what people did: the record of what the server was asked (docs/decisions/310).
  {
    path: '/admin/audit',
    layout: 'app',
    access: 'signed-in',
    permission: 'r:log-session',
    area: '/admin/log',
    load: async () => (await import('./AuditTrailRoute.tsx')).AuditTrailRoute,
  },
  // ODD-22: a team's slug leads to that team; every other single segment is unknown.
  { path: '/$team', layout: 'clear', access: 'open', permission: null, load: async () => (await import('./TeamRoute.tsx')).TeamRoute },
];

/**
 * Other addresses (ROUTE-029, 043, 088, 089, 094, 098), and the page that is meant, with what of the address it is told. The guards of that page decide.
 * A study is organized in its own panel, as far as it is yet.
 */
export const LEADS_ON: Readonly<Record<string, string>> = {
  '/serie/organize': '/studies-v2',
  '/serie/organize/$uuid': '/studies-v2?study=$uuid',
  '/studies': '/studies-v2',
  '/studies/list': '/studies-v2/list',
  '/uploads/index_old': '/uploads',
  '/callback': '/login',
};

/** Where an address of LEADS_ON leads, with its own query. */
export function leadsOn(to: string, params: Readonly<Record<string, string>>, query: string): string {
  const target = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return target.includes('?') ? target + query.replace('?', '&') : target + query;
}

/** SIDE-13: items whose permission is not held are not shown. */
export function sidebarItems(permissions: ReadonlySet<string>): (RouteEntry & { item: SidebarItem })[] {
  return ROUTES.filter((entry): entry is RouteEntry & { item: SidebarItem } => entry.item !== undefined).filter(
    (entry) => entry.permission === null || permissions.has(entry.permission),
  );
}

/** How many areas stand in the bar of a phone; the others are behind "More" there. */
export const GOALS = 4;

/** The item under which an address stands: one page of an area is current wherever in the area a person is. */
export function areaOf(pathname: string): string | null {
  const entry = routeOf(pathname);
  return entry?.area ?? entry?.path ?? null;
}

/** The row of an address; null for an unknown one. A named path wins over a parameter. */
export function routeOf(pathname: string): RouteEntry | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return ROUTES.find((entry) => entry.path === path) ?? ROUTES.find((entry) => matches(entry.path, path)) ?? null;
}

/** Whether a path of the server's words leads to a page of a team. */
export function isBuilt(url: string): boolean {
  return routeOf(pathOf(url))?.layout === 'app';
}

/** And whether this person may see that page. */
export function mayVisit(url: string, permissions: ReadonlySet<string>): boolean {
  const permission = routeOf(pathOf(url))?.permission ?? null;
  return isBuilt(url) && (permission === null || permissions.has(permission));
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function matches(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === found.length && wanted.every((part, index) => (part.startsWith('$') ? found[index] !== '' : part === found[index]))
  );
}
