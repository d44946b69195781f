import type { AccountSettings } from '#server/rules/accounts/accounts.ts';
import type { Connections } from '#server/rules/connections.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import { answerInvitation, invitationOfLink } from '#server/rules/teams/invitation-answers.ts';
import { invitationsOfTeam, invite, resendInvitation, withdrawInvitation } from '#server/rules/teams/invitations.ts';
import { changeMember, membersOf, removeMember } from '#server/rules/teams/members.ts';
import { createTeam } from '#server/rules/teams/new-team.ts';
import { rolesToGive } from '#server/rules/teams/roles.ts';
import { saveTeamLock } from '#server/rules/teams/team-lock.ts';
import type { Handlers, Http } from './handlers.ts';
import { invitationLinks } from './invitation-links.ts';

export interface MemberRoutesParts {
  hosts: Hosts;
  connections: Connections;
  settings: Pick<AccountSettings, 'registration' | 'reservedLabels'> & { mailOrigin: () => string };
}

/** Members of a team, and people invited to it. */
export function memberRoutes({ hosts, connections, settings }: MemberRoutesParts) {
  const rights = (context: ServerContext) => ({ ...context, connections });
  const withLinks = (context: ServerContext, http: Http) => ({ ...context, ...invitationLinks(hosts, settings, http) });
  return {
    answerInvitation: ({ caller, body, context, http }) => {
      http.concerns({ subject: String(body.id) });
      return answerInvitation(rights(context), caller, body);
    },
    roleList: async ({ caller, context }) => ({ data: await rolesToGive(context.db.read, caller) }),
    invite: async ({ caller, body, context, http }) => ({ data: await invite(withLinks(context, http), caller, body) }),
    invitationOfLink: ({ body, context }) => invitationOfLink(context.db.read, body.token, context.now()),
    createTeam: async ({ caller, body, context, http }) => {
      const team = await createTeam(rights(context), caller, body, settings);
      http.concerns({ teamId: team.id });
      return team;
    },
    saveTeamLock: async ({ caller, body, context }) => {
      await saveTeamLock(context.db, caller, body.minutes);
      return null;
    },
    teamMembers: async ({ caller, context }) => ({ data: await membersOf(context.db.read, caller.teamId) }),
    changeMember: ({ caller, params, body, context }) => changeMember(rights(context), caller, Number(params.id), body.role_id),
    removeMember: async ({ caller, params, context }) => {
      await removeMember(rights(context), caller, Number(params.id));
      return null;
    },
    teamInvitations: async ({ caller, context }) => ({ data: await invitationsOfTeam(context.db.read, caller.teamId, context.now()) }),
    resendInvitation: ({ caller, params, context, http }) => resendInvitation(withLinks(context, http), caller, Number(params.id)),
    withdrawInvitation: async ({ caller, params, context }) => {
      await withdrawInvitation(context, caller, Number(params.id));
      return null;
    },
  } satisfies Partial<Handlers>;
}
