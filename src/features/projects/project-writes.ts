import { callApi } from '#api/call-api.ts';
import type { ApiFailure, ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { StudyProject } from '#contract/projects.ts';
import { t } from '#language/t.ts';
import type { OutboxWrite, WriteOf } from '#localdb/schema.ts';
import { TEXTS } from './texts.ts';
import type { Project } from './use-projects.ts';

type ProjectWrite = WriteOf<'study-project'>;

/** CALL-026: one call per change. Repeating it changes nothing. */
export function sendProjectWrite({ study, project, on }: ProjectWrite): Promise<ApiResult<unknown>> {
  return callApi(CALLS.saveStudyProject, { body: { uuid: study, project_id: project, action: on ? 'add' : 'remove' }, quiet: true });
}

export function refusedProjectText(failure: ApiFailure): string {
  if (failure.kind !== 'refused') return TEXTS.failed;
  return failure.code === 'not_found'
    ? t('The project or the study is no longer there. The study is in the projects that are shown.')
    : failure.message;
}

/** A study as it will be once the server has the write. */
export function withProjectWrite<S extends { projects?: StudyProject[] | undefined }>(
  study: S,
  { project: id, on }: ProjectWrite,
  projects: readonly Project[],
): S {
  if (study.projects === undefined) return study;
  const others = study.projects.filter((each) => each.id !== id);
  const added = projects.find((each) => each.id === id);
  return {
    ...study,
    projects: on && added !== undefined ? [...others, { id, name: added.name, state_code: added.state_code }] : others,
  };
}

export interface ShownProject extends Project {
  /** The server has not received it. */
  isWaiting: boolean;
}

/** The projects of a study from the last answer, with this user's later changes applied. */
export function shownProjects(studyUuid: string, projects: readonly Project[], writes: readonly OutboxWrite[]): ShownProject[] {
  const said = new Map(
    writes.flatMap((write) => (write.kind === 'study-project' && write.study === studyUuid ? [[write.project, write.on]] : [])),
  );
  return projects.map((project) => {
    const inCategory = said.get(project.id) ?? project.inCategory;
    return { ...project, inCategory, isWaiting: inCategory !== project.inCategory };
  });
}

/** Why a study can be neither added to a project nor removed from it; null if it can (PROJ-08 to 10). */
export function lockOf({ state_code, inCategory }: Pick<Project, 'state_code' | 'inCategory'>): string | null {
  if (state_code === 'created') return null;
  return inCategory ? TEXTS.locked : TEXTS.closed;
}
