import { dateToWire } from '#contract/dates.ts';
import type { Accounts } from '#server/rules/accounts.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import { permissionVersionOf, userOf } from '#server/rules/people.ts';
import type { NewSignIn } from '#server/rules/sign-ins.ts';
import type { Handlers, Http } from './handlers.ts';

export interface PublicSettings {
  registration: 'invitation' | 'open';
  demo: boolean;
  baseDomain: string;
}

/** First account, sign-in, sign-out, the signed-in user. */
export function accountRoutes({ accounts, hosts, settings }: { accounts: Accounts; hosts: Hosts; settings: PublicSettings }) {
  const from = (http: Http) => ({ ip: http.ip, host: hostWithoutPort(http.host) });
  const answer = (http: Http, signIn: NewSignIn, now: number) => {
    http.setSignInCookie(signIn.cookie, Math.floor((signIn.expiresAt - now) / 1000));
    return { token: signIn.token, expires_at: dateToWire(new Date(signIn.expiresAt)) };
  };
  return {
    setupState: async ({ http }) => ({
      needed: await accounts.isSetUpNeeded(),
      registration: settings.registration,
      demo: settings.demo,
      base_domain: settings.baseDomain,
      upload_url: hosts.uploadOrigin(http),
    }),
    setup: async ({ body, http, context }) => ({
      ...answer(http, await accounts.setUp(body, from(http)), context.now()),
      team: body.team.slug,
    }),
    login: async ({ body, http, context }) => answer(http, await accounts.signIn(body, from(http)), context.now()),
    register: async ({ body, http, context }) => answer(http, await accounts.register(body, from(http)), context.now()),
    logout: async ({ caller, http }) => {
      await accounts.signOut(caller);
      http.clearSignInCookie();
      return null;
    },
    signedAuth: async ({ caller, http, context }) => ({
      token: await accounts.exchange(caller, hostWithoutPort(http.host)),
      id: caller.userId,
      user_permission: [...(caller.team?.permissions ?? [])],
      permission_version: await permissionVersionOf(context.db.read, caller.userId),
    }),
    user: ({ caller, context }) => userOf(context.db.read, caller, caller.team, context.now()),
  } satisfies Partial<Handlers>;
}

function hostWithoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}
