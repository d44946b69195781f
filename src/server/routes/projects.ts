import {
  addProject,
  changeProject,
  changeProjectMembers,
  changeProjectState,
  changeProjectStudies,
  deleteProject,
} from '#server/rules/projects/change-project.ts';
import { listProjects, readProject } from '#server/rules/projects/projects.ts';
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
  projectList: ({ context, caller, query }) => listProjects(context, caller, query),
  project: ({ context, caller, params }) => readProject(context.db.read, caller, Number(params.id)),
  createProject: async ({ context, caller, body, http }) => {
    const project = await addProject(context, caller, body);
    http.concerns({ subject: String(project.id) });
    return project;
  },
  changeProject: ({ context, caller, params, body }) => changeProject(context, caller, Number(params.id), body),
  changeProjectState: ({ context, caller, params, body }) => changeProjectState(context, caller, Number(params.id), body.state),
  deleteProject: async ({ context, caller, params }) => {
    await deleteProject(context, caller, Number(params.id));
    return null;
  },
  changeProjectStudies: ({ context, caller, params, body, http }) => {
    http.concerns({ subjects: [params.id, ...body.add, ...body.remove] });
    return changeProjectStudies(context, caller, Number(params.id), body);
  },
  changeProjectMembers: ({ context, caller, params, body }) => changeProjectMembers(context, caller, Number(params.id), body),
} satisfies Partial<Handlers>;
