import { projectsOfTeam, saveStudyProject } from '#server/rules/studies/projects.ts';
import type { Handlers } from './handlers.ts';

export const projectRoutes = {
  projects: async ({ context, caller, query, http }) => {
    if (query.uuid !== undefined) http.concerns({ subject: query.uuid });
    return { data: { data: await projectsOfTeam(context, caller, query.uuid) } };
  },
  saveStudyProject: async ({ context, caller, body, http }) => {
    http.concerns({ subject: body.uuid });
    await saveStudyProject(context, caller, body);
    return { ok: true as const };
  },
} satisfies Partial<Handlers>;
