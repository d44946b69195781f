import { t } from '#language/t.ts';
import { z } from './zod.ts';

/** ENT-13, in the order of a project's life. */
export const PROJECT_STATES = ['created', 'in_progress', 'finished'] as const;
export const ProjectState = z.enum(PROJECT_STATES);
export type ProjectState = z.infer<typeof ProjectState>;

export const PROJECT_STATE_NAMES: Record<ProjectState, string> = {
  created: t('Created'),
  in_progress: t('In progress'),
  finished: t('Finished'),
};

/** ENT-12: readers use either name of a pair. `inCategory`: the study in the request is in it. */
export const ProjectOption = z.object({
  id: z.number().int(),
  value: z.number().int(),
  name: z.string(),
  text: z.string(),
  inCategory: z.boolean(),
  state_code: ProjectState,
  state_name: z.string(),
});
export type ProjectOption = z.infer<typeof ProjectOption>;

/** A project, as listed with a study. */
export const StudyProject = ProjectOption.pick({ id: true, name: true, state_code: true });
export type StudyProject = z.infer<typeof StudyProject>;
