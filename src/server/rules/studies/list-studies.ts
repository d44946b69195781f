import type { z } from 'zod';
import type { StudyList } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import type { ProjectState } from '#contract/projects.ts';
import type { StudyFilters } from '#contract/study-filters.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { toListed } from './studies.ts';
import { filteredStudies, inOrder, pageOfAll, pageOfFound } from './study-filters.ts';

/** CALL-077: the studies that match the filters, newest first unless ordered otherwise, in pages. */
export async function listStudies(
  { db }: ServerContext,
  caller: Member,
  { page, order, ...filters }: StudyFilters & { page: number },
): Promise<z.infer<typeof StudyList>> {
  const perPage = LIMITS.studiesPerPage;
  const found = await filteredStudies(db.read, caller, filters);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const slice = { order, limit: perPage, offset: (page - 1) * perPage };
  const { ids, total } = isFiltered ? await pageOfFound(db.read, found, slice) : await pageOfAll(found, slice);
  const studies = await inOrder(db.read.selectFrom('study').where('study.id', 'in', ids), order)
    .selectAll('study')
    .execute();
  const { project, folder } = filters;
  return {
    data: await toListed(db.read, caller, studies),
    total,
    per_page: perPage,
    current_page: page,
    project_state: project === undefined ? null : await projectStateOf(db.read, caller.teamId, project),
    folder: folder === undefined ? null : await folderOf(db.read, caller.teamId, folder),
  };
}

async function folderOf(db: Reader, teamId: number, id: number): Promise<{ id: number; name: string } | null> {
  const folder = await db.selectFrom('folder').select(['id', 'name']).where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  return folder ?? null;
}

async function projectStateOf(db: Reader, teamId: number, id: number): Promise<ProjectState | null> {
  const project = await db.selectFrom('project').select('state_code').where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  return project?.state_code ?? null;
}
