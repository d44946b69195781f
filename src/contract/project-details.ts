import { z } from './zod.ts';
import { Colour, DateText, StudyState } from './entities.ts';
import { Label } from './labels.ts';
import { ProjectState } from './projects.ts';
import { nameUpTo, textUpTo } from './text.ts';

export const ProjectName = nameUpTo(100);
export const ProjectDescription = textUpTo(2_000);

/** ENT-55, in a list. */
export const Project = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  label: Label.nullable(),
  state_code: ProjectState,
  state_name: z.string(),
  studies: z.number().int(),
  /** Null if the account no longer exists, or for projects of earlier versions. */
  created_by: z.string().nullable(),
  created_at: DateText,
  started_at: DateText.nullable(),
  finished_at: DateText.nullable(),
  /** The caller may change its state, and delete it before it is started. */
  managed: z.boolean(),
});
export type Project = z.infer<typeof Project>;

export const ProjectList = z.object({
  data: z.array(Project),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});

export const ProjectMember = z.object({ id: z.number().int(), name: z.string(), data: z.object({ color: Colour }) });
export type ProjectMember = z.infer<typeof ProjectMember>;

export const ProjectDetail = Project.extend({
  /** By name. */
  members: z.array(ProjectMember),
  /** Its studies by their state. The sum is `studies`. */
  progress: z.object(Object.fromEntries(StudyState.options.map((state) => [state, z.number().int()])) as Record<StudyState, z.ZodInt>),
});
export type ProjectDetail = z.infer<typeof ProjectDetail>;
