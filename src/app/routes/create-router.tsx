import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ErrorPage } from '#app/errors/ErrorPage.tsx';
import { NotFoundPage } from '#app/errors/NotFoundPage.tsx';
import { FramePending } from '#app/frame/FramePending.tsx';
import { PagePending } from '#app/frame/PagePending.tsx';
import { RootRoute } from '#app/frame/RootRoute.tsx';
import type { Visit } from '#app/session/create-visit.ts';
import { IN_THIS_TAB, loadPage } from '#app/update/load-page.ts';
import { guardRoute } from './guard-route.ts';
import { LEADS_ON, leadsOn, ROUTES, type LayoutName, type RouteEntry } from './route-table.ts';

interface RouterContext {
  visit: Visit;
}

const LAYOUTS: Record<LayoutName, () => Promise<ComponentType>> = {
  app: async () => (await import('#app/layouts/AppLayout.tsx')).AppLayout,
  default: async () => (await import('#app/layouts/DefaultLayout.tsx')).DefaultLayout,
  homepage: async () => (await import('#app/layouts/HomepageLayout.tsx')).HomepageLayout,
  login: async () => (await import('#app/layouts/LoginLayout.tsx')).LoginLayout,
  clear: async () => (await import('#app/layouts/ClearLayout.tsx')).ClearLayout,
};

/** The router of one visit, built from the route table. */
export function createAppRouter(visit: Visit, history?: RouterHistory) {
  const root = createRootRouteWithContext<RouterContext>()({ component: RootRoute });
  const layouts = Object.entries(LAYOUTS).map(([name, load]) => {
    const layout = createRoute({
      getParentRoute: () => root,
      id: `layout-${name}`,
      component: lazy(load),
      pendingComponent: name === 'app' ? FramePending : Nothing,
    });
    return layout.addChildren(ROUTES.filter((entry) => entry.layout === name).map((entry) => pageRoute(layout, entry)));
  });
  return createRouter({
    routeTree: root.addChildren([...layouts, ...Object.entries(LEADS_ON).map(([path, to]) => leadingOn(root, path, to))]),
    context: { visit },
    scrollRestoration: true,
    defaultPendingMs: 150,
    // The skeleton has the shape of the page, so replacing it immediately does not flash. The router would show it for half a second.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    ...(history === undefined ? {} : { history }),
  });
}

function pageRoute(layout: AnyRoute, entry: RouteEntry): AnyRoute {
  return createRoute({
    getParentRoute: () => layout,
    path: entry.path,
    beforeLoad: ({ context, location }) => guardRoute(entry, (context as RouterContext).visit, location),
    component: lazy(entry.load),
    pendingComponent: entry.layout === 'app' ? PagePending : Nothing,
  });
}

function leadingOn(root: AnyRoute, path: string, to: string): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ location, params }) => {
      throw redirect({ href: leadsOn(to, params as Record<string, string>, location.searchStr), replace: true });
    },
  });
}

/** Forms and text pages have no list whose skeleton could be shown. */
function Nothing() {
  return null;
}

function lazy(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => ({
    default: await loadPage(load, IN_THIS_TAB),
  }));
}
