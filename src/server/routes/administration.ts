import type { AccountSettings } from '#server/rules/accounts/accounts.ts';
import { listInvitations, resendAnyInvitation, withdrawAnyInvitation } from '#server/rules/administration/administration-invitations.ts';
import {
  blockUser,
  endPlatformAdministrator,
  endUserSignIns,
  listPeople,
  makePlatformAdministrator,
  unblockUser,
} from '#server/rules/administration/administration-people.ts';
import {
  changeApiUser,
  createApiUser,
  getApiUser,
  listApiUsers,
  revokeApiUser,
  rotateApiKey,
} from '#server/rules/administration/api-users.ts';
import { changeTeam, createTeamFor, listTeams, reopenTeam, suspendTeam } from '#server/rules/administration/administration-teams.ts';
import { createInstallationState, type InstallationFacts } from '#server/rules/administration/installation/state.ts';
import { recognitionStatistics } from '#server/rules/administration/installation/recognition-statistics.ts';
import type { Connections } from '#server/rules/connections.ts';
import type { ServerContext } from '#server/rules/context.ts';
import type { Hosts } from '#server/rules/hosts.ts';
import type { Handlers, Http } from './handlers.ts';
import { invitationLinks } from './invitation-links.ts';

export interface AdministrationRoutesParts {
  hosts: Hosts;
  connections: Connections;
  installation: InstallationFacts;
  settings: Pick<AccountSettings, 'reservedLabels'> & { mailOrigin: () => string };
}

/** People, teams and invitations of the whole server. */
export function administrationRoutes({ hosts, connections, installation, settings }: AdministrationRoutesParts) {
  const rights = (context: ServerContext) => ({ ...context, connections });
  const withLinks = (context: ServerContext, http: Http) => ({ ...context, ...invitationLinks(hosts, settings, http) });
  const state = createInstallationState(installation);
  return {
    installationState: ({ caller, context }) => state(context, caller),
    recognitionStatistics: ({ caller, context }) => recognitionStatistics(context, caller),
    users: ({ caller, body, context }) => listPeople(context.db.read, caller, body, context.now()),
    blockUser: ({ caller, params, context }) => blockUser(rights(context), caller, Number(params.id)),
    unblockUser: ({ caller, params, context }) => unblockUser(rights(context), caller, Number(params.id)),
    makePlatformAdministrator: ({ caller, params, context }) => makePlatformAdministrator(rights(context), caller, Number(params.id)),
    endPlatformAdministrator: ({ caller, params, context }) => endPlatformAdministrator(rights(context), caller, Number(params.id)),
    endUserSignIns: ({ caller, params, context }) => endUserSignIns(rights(context), caller, Number(params.id)),
    allTeams: ({ caller, query, context }) => listTeams(context.db.read, caller, query),
    createTeamFor: async ({ caller, body, context, http }) => {
      const made = await createTeamFor(withLinks(context, http), caller, body, settings);
      http.concerns({ subject: String(made.team.id) });
      return made;
    },
    changeTeam: ({ caller, params, body, context }) => changeTeam(rights(context), caller, Number(params.id), body),
    suspendTeam: ({ caller, params, context }) => suspendTeam(rights(context), caller, Number(params.id)),
    reopenTeam: ({ caller, params, context }) => reopenTeam(rights(context), caller, Number(params.id)),
    allInvitations: ({ caller, body, context }) => listInvitations(context.db.read, caller, body, context.now()),
    resendAnyInvitation: ({ caller, params, context, http }) => resendAnyInvitation(withLinks(context, http), caller, Number(params.id)),
    withdrawAnyInvitation: async ({ caller, params, context, http }) => {
      await withdrawAnyInvitation(withLinks(context, http), caller, Number(params.id));
      return null;
    },
    apiUsers: ({ caller, context }) => listApiUsers(context, caller),
    apiUser: async ({ caller, params, context }) => ({ data: await getApiUser(context, caller, Number(params.id)) }),
    createApiUser: async ({ caller, body, context, http }) => {
      const made = await createApiUser(context, caller, body);
      http.concerns({ subject: String(made.data.id) });
      return made;
    },
    changeApiUser: async ({ caller, params, body, context }) => ({ data: await changeApiUser(context, caller, Number(params.id), body) }),
    revokeApiUser: async ({ caller, params, context }) => ({ data: await revokeApiUser(context, caller, Number(params.id)) }),
    rotateApiKey: ({ caller, params, body, context }) => rotateApiKey(context, caller, Number(params.id), body),
  } satisfies Partial<Handlers>;
}
