import { dateToWire } from '#contract/dates.ts';
import { actAs, actingsOf, endActing, listActings } from '#server/rules/acting/acting.ts';
import type { Accounts, Entered, From } from '#server/rules/accounts/accounts.ts';
import { forgotPassword, resetPassword, sendVerification, verifyEmail } from '#server/rules/accounts/account-recovery.ts';
import type { Connections } from '#server/rules/connections.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import { keptMails } from '#server/rules/mail/mails.ts';
import type { Passwords } from '#server/rules/accounts/passwords.ts';
import { permissionVersionOf, userOf } from '#server/rules/accounts/people.ts';
import {
  changePassword,
  closeAccount,
  endOwnSignIn,
  leaveOwnTeam,
  proveOwnPassword,
  saveProfile,
  signInsOf,
} from '#server/rules/accounts/profile.ts';
import type { SignInLimits } from '#server/rules/accounts/sign-in-limits.ts';
import type { Handlers, Http } from './handlers.ts';

export interface PublicSettings {
  registration: 'invitation' | 'open';
  demo: boolean;
  baseDomain: string;
  /** Origin of the main domain for links in mails, from the settings and never from a request. */
  mailOrigin: () => string;
  /** Whether a mail server is configured. */
  sendsMail: boolean;
}

export interface AccountRoutesParts {
  accounts: Accounts;
  hosts: Hosts;
  settings: PublicSettings;
  passwords: Passwords;
  limits: SignInLimits;
  connections: Connections;
}

/** First account, sign-in, sign-out, the signed-in user and changes to one's own account. */
export function accountRoutes({ accounts, hosts, settings, ...parts }: AccountRoutesParts) {
  const from = (http: Http): From => ({
    ip: http.ip,
    host: hostWithoutPort(http.host),
    origin: settings.mailOrigin(),
    userAgent: http.header('user-agent'),
    deviceCookie: http.deviceCookie,
    concerns: (userId) => http.concerns({ userId }),
  });
  const answer = (http: Http, entered: Entered, now: number) => {
    http.setSignInCookie(entered.cookie, Math.floor((entered.expiresAt - now) / 1000));
    http.setDeviceCookie(entered.deviceCookie);
    return { token: entered.token, expires_at: dateToWire(new Date(entered.expiresAt)) };
  };
  const own = (context: ServerContext) => ({ ...context, ...parts });
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
    signedAuth: async ({ caller, http, context }) => {
      return {
        token: await accounts.exchange(caller, hostWithoutPort(http.host)),
        id: caller.userId,
        user_permission: [...(caller.team?.permissions ?? [])],
        permission_version: await permissionVersionOf(context.db.read, caller.userId),
      };
    },
    user: ({ caller, context }) => userOf(context.db.read, caller, caller.team, context.now()),
    forgotPassword: async ({ body, context }) => {
      await forgotPassword(own(context), { email: body.email, origin: settings.mailOrigin() });
      return null;
    },
    resetPassword: async ({ body, http, context }) => {
      const { deviceCookie, userId } = await resetPassword(own(context), body);
      http.concerns({ userId });
      http.setDeviceCookie(deviceCookie);
      return null;
    },
    verifyEmail: ({ caller, params, context }) => verifyEmail(own(context), caller, { id: Number(params.id), token: params.hash }),
    sendVerification: async ({ caller, context }) => {
      await sendVerification(own(context), caller, settings.mailOrigin());
      return null;
    },
    saveProfile: async ({ caller, body, context }) => {
      await saveProfile(own(context), caller, body);
      return userOf(context.db.read, caller, caller.team, context.now());
    },
    changePassword: async ({ caller, body, context }) => {
      await changePassword(own(context), caller, body);
      return null;
    },
    unlock: async ({ caller, body, context }) => {
      await proveOwnPassword(own(context), caller, body.password);
      return null;
    },
    actAs: async ({ caller, body, http, context }) => {
      http.concerns({ subject: String(body.user_id) });
      const from = { host: hostWithoutPort(http.host), userAgent: http.header('user-agent') };
      const { cookie, token, until, cookieUntil } = await actAs(own(context), caller, body, from);
      http.setSignInCookie(cookie, Math.floor((cookieUntil - context.now()) / 1000));
      return { token, until: dateToWire(new Date(until)) };
    },
    endActing: async ({ caller, http, context }) => ({ token: await endActing(own(context), caller, hostWithoutPort(http.host)) }),
    actings: async ({ caller, context }) => ({ data: await listActings(context.db.read, caller) }),
    actingsForMe: async ({ caller, context }) => ({ data: await actingsOf(context.db.read, caller, context.now()) }),
    signIns: async ({ caller, context }) => ({ data: await signInsOf(context.db.read, caller, context.now()) }),
    endSignIn: async ({ caller, params, context }) => {
      await endOwnSignIn(own(context), caller, Number(params.id));
      return null;
    },
    leaveTeam: async ({ caller, params, context }) => {
      await leaveOwnTeam(own(context), caller, params.slug);
      return null;
    },
    closeAccount: async ({ caller, body, http, context }) => {
      await closeAccount(own(context), caller, body.password);
      http.clearSignInCookie();
      return null;
    },
    keptMails: async ({ caller, context }) => ({ data: await keptMails(context.db.read, caller), sends: settings.sendsMail }),
  } satisfies Partial<Handlers>;
}

function hostWithoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}
