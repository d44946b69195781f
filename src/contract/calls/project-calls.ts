import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { StudyLinks } from '#contract/study-links.ts';
import { LIMITS } from '#contract/limits.ts';
import { ProjectDescription, ProjectDetail, ProjectList, ProjectName } from '#contract/project-details.ts';
import { ProjectOption, ProjectState } from '#contract/projects.ts';
import { RowId, textUpTo } from '#contract/text.ts';

const OfProject = z.object({ id: RowId });
const Id = z.number().int().min(1);

/** Projects, their members, and which studies are in them. */
export const PROJECT_CALLS = {
  projects: {
    id: 'CALL-025',
    base: 'api',
    method: 'GET',
    path: 'project/study/list',
    access: { permission: 'r:projects' },
    query: z.object({ uuid: Uuid.optional() }),
    /** Nested as it is given (ODD-27). */
    answer: z.object({ data: z.object({ data: z.array(ProjectOption) }) }),
    summary: 'Projects of the team, by name; with the UUID of a study, which of them it is in',
  },
  saveStudyProject: {
    id: 'CALL-026',
    base: 'api',
    method: 'POST',
    path: 'project/study/save',
    access: { permission: 'r:projects' },
    body: z.object({ uuid: Uuid, project_id: z.number().int().min(1), action: z.enum(['add', 'remove']) }),
    answer: z.object({ ok: z.literal(true) }),
    summary: 'Add a study to a project or remove it. No effect if nothing changes',
  },
  projectList: {
    id: 'PCALL-13',
    base: 'api',
    method: 'GET',
    path: 'project',
    access: { permission: 'r:projects' },
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      /** Each word occurs in the name. */
      search: textUpTo(200).optional(),
      state: ProjectState.optional(),
    }),
    answer: ProjectList,
    summary: 'Projects of the team, newest first, in pages',
  },
  project: {
    id: 'PCALL-13-one',
    base: 'api',
    method: 'GET',
    path: 'project/:id',
    access: { permission: 'r:projects' },
    params: OfProject,
    answer: ProjectDetail,
    summary: 'One project with its members and the states of its studies',
  },
  createProject: {
    id: 'PCALL-13-create',
    base: 'api',
    method: 'POST',
    path: 'project',
    access: { permission: 'r:projects' },
    body: z.object({
      /** Of the new project. Repeating the call with it has no effect. */
      uuid: Uuid,
      name: ProjectName,
      description: ProjectDescription.default(''),
      label_id: Id.nullable().default(null),
      /** Accounts of members of the team. */
      members: z.array(Id).max(LIMITS.membersPerCall).default([]),
    }),
    answer: ProjectDetail,
    summary: 'Create a project without studies',
  },
  changeProject: {
    id: 'PCALL-13-save',
    base: 'api',
    method: 'PUT',
    path: 'project/:id',
    access: { permission: 'r:projects' },
    params: OfProject,
    body: z.object({
      name: ProjectName.optional(),
      description: ProjectDescription.optional(),
      label_id: Id.nullable().optional(),
    }),
    answer: ProjectDetail,
    summary: 'Change a project that is not finished. Omitted fields are unchanged',
  },
  changeProjectState: {
    id: 'PCALL-13-state',
    base: 'api',
    method: 'PUT',
    path: 'project/:id/state',
    access: { permission: 'r:projects' },
    params: OfProject,
    body: z.object({ state: ProjectState }),
    answer: ProjectDetail,
    summary: 'Start or finish a project: its creator, or a caller with r:team and r:invitations. No effect if it has this state',
  },
  deleteProject: {
    id: 'PCALL-13-remove',
    base: 'api',
    method: 'DELETE',
    path: 'project/:id',
    access: { permission: 'r:projects' },
    params: OfProject,
    answer: z.null(),
    summary: 'Delete a project that was never started: its creator, or a caller with r:team and r:invitations',
  },
  changeProjectStudies: {
    id: 'PCALL-50',
    base: 'api',
    method: 'POST',
    path: 'project/:id/studies',
    access: { permission: 'r:projects' },
    params: OfProject,
    body: StudyLinks,
    answer: z.object({ studies: z.number().int() }),
    summary: 'Add studies to a project and remove others. All or none. No effect on those that are already so',
  },
  changeProjectMembers: {
    id: 'PCALL-51',
    base: 'api',
    method: 'POST',
    path: 'project/:id/members',
    access: { permission: 'r:projects' },
    params: OfProject,
    body: z.object({
      add: z.array(Id).max(LIMITS.membersPerCall).default([]),
      remove: z.array(Id).max(LIMITS.membersPerCall).default([]),
    }),
    answer: ProjectDetail,
    summary: 'Add members of the team to a project that is not finished, and remove others',
  },
} as const;
