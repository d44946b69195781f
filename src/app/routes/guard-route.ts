import { redirect } from '@tanstack/react-router';
import { SIGN_OUT, type Person, type Verdict } from '#app/guards/visit.ts';
import { runGuards } from '#app/guards/run-guards.ts';
import type { Visit } from '#app/session/create-visit.ts';
import { loadPersonParts } from '#app/session/person-parts.ts';
import type { SessionState } from '#app/session/session-state.ts';
import { verifiesLater } from '#app/session/verify-later.ts';
import { toastNotAuthorized } from '#app/notices/toasts.tsx';
import type { RouteEntry } from './route-table.ts';

/** Runs before a page is shown: reads the session, lets the guards decide, and turns their verdict into a router redirect. */
export async function guardRoute(entry: RouteEntry, visit: Visit, location: { pathname: string; searchStr: string }): Promise<void> {
  const { session, site, reachability } = visit;
  // GUARD-27: only a page with a permission waits until the permissions are known.
  const known = await (entry.permission === null ? session.started() : session.ready());
  // The pages of a signed-in user need the person parts.
  if (known.phase === 'signed-in') await loadPersonParts();
  const offline = !reachability.read().reachable;
  const decide = (state: SessionState) => verdictOf(entry, state, { hostTeam: site.team, offline, location });
  const first = decide(known);
  // A stored sign-in may have ended on another host, so the server confirms it before anybody is redirected.
  const state = first.go === 'main' || first.go === 'team' ? await session.confirmed() : known;
  const verdict = state === known ? first : decide(state);
  switch (verdict.go) {
    case 'stay':
      if (!offline && entry.path !== SIGN_OUT && isRefusedByTeam(state) && isFirstRefusal()) throw leave(site.mainUrl('/'));
      return;
    case 'main':
      throw leave(site.mainUrl(verdict.to));
    case 'team':
      throw leave(site.teamUrl(verdict.slug, verdict.to));
    case 'path':
      if (verdict.toast !== undefined) toastNotAuthorized();
      throw redirect({ href: verdict.to, replace: true });
  }
}

interface Place {
  hostTeam: string | null;
  offline: boolean;
  location: { pathname: string; searchStr: string };
}

function verdictOf(entry: RouteEntry, state: SessionState, { hostTeam, offline, location: { pathname, searchStr } }: Place): Verdict {
  return runGuards({
    hostTeam,
    person: personOf(state),
    offline,
    permissions: state.phase === 'signed-in' && state.permissions.kind === 'known' ? state.permissions.list : new Set(),
    page: { access: entry.access, permission: entry.permission },
    pathname: pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname,
    search: searchStr,
  });
}

export function personOf(state: SessionState): Person | null {
  if (state.phase !== 'signed-in') return null;
  const { user } = state;
  return {
    verified: user.email_verified_at !== null,
    verifiesLater: verifiesLater(user.id),
    teams: user.teams.map(({ slug, preferred }) => ({ slug, preferred: preferred === 1 })),
  };
}

/** LAYOUT-07, TEAM-03: the team did not load although the user's list contains it. */
function isRefusedByTeam(state: SessionState): boolean {
  return state.phase === 'signed-in' && state.team.kind === 'refused';
}

/** The base URL sends its user back to the same team; a second refusal in this tab stays, to avoid a redirect loop. */
function isFirstRefusal(): boolean {
  const key = 'lightship.team-refused';
  const isFirst = sessionStorage.getItem(key) === null;
  sessionStorage.setItem(key, 'yes');
  return isFirst;
}

/** Another host needs a browser navigation, not one of the router. */
function leave(href: string) {
  return redirect({ href, reloadDocument: true });
}
