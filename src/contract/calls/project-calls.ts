import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { ProjectOption } from '#contract/projects.ts';

/** Which studies are in which projects. */
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
} as const;
