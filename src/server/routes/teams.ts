import { changesSince } from '#server/rules/changes.ts';
import { Refusal } from '#server/rules/context.ts';
import { teamAskedFor } from '#server/rules/guard.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import { permissionVersionOf, preferTeam, teamOf } from '#server/rules/accounts/people.ts';
import type { Handlers } from './handlers.ts';

/** The caller's teams, permissions in one of them, and changes there. */
export function teamRoutes({ hosts }: { hosts: Hosts }) {
  return {
    team: ({ caller, params, context }) => teamOf(context.db.read, caller, params.slug),
    teamBySlug: ({ caller, query, context }) => teamOf(context.db.read, caller, query.slug),
    preferTeam: async ({ caller, body, context }) => {
      await preferTeam(context.db, caller, body.slug);
      return { ok: true };
    },
    permissions: async ({ caller, context, http }) => {
      const asked = teamAskedFor(hosts, { address: http, team: http.header('team') });
      if (asked !== null && caller.team === null) throw new Refusal('not_a_member');
      const permissions = [...(caller.team?.permissions ?? [])];
      return {
        permission_version: await permissionVersionOf(context.db.read, caller.userId),
        user_permission: permissions,
        user_permision: permissions,
      };
    },
    changes: ({ caller, query, context }) => changesSince(context.db.read, caller, query.since),
  } satisfies Partial<Handlers>;
}
