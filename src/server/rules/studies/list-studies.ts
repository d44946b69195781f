import { LIMITS } from '#contract/limits.ts';
import type { ProjectState } from '#contract/projects.ts';
import { StudyFilterName, type FilteredStudies, type StudyFilters } from '#contract/study-filters.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { toListed } from './studies.ts';
import { countOf, filteredStudies, inOrder, pageOfAll, pageOfFound } from './study-filters.ts';

/** CALL-077: the studies that match the filters, newest first unless ordered otherwise, in pages. */
export async function listStudies(
  { db }: ServerContext,
  caller: Member,
  { page, order, without, ...filters }: StudyFilters & { page: number; without?: '1' | undefined },
): Promise<FilteredStudies> {
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
    ...(without !== undefined && total === 0 && (await withoutOneOf(db.read, caller, filters))),
  };
}

/** A single filter is not left out: without it the whole list is shown. */
async function withoutOneOf(db: Reader, caller: Member, filters: StudyFilters): Promise<Pick<FilteredStudies, 'without'>> {
  const given = StudyFilterName.options.filter((name) => filters[name] !== undefined && filters[name] !== '');
  if (given.length < 2) return {};
  const without = [];
  for (const filter of given) {
    const total = await countOf(await filteredStudies(db, caller, { ...filters, [filter]: undefined }));
    if (total > 0) without.push({ filter, total });
  }
  return { without: without.toSorted((a, b) => b.total - a.total) };
}

async function folderOf(db: Reader, teamId: number, id: number): Promise<{ id: number; name: string } | null> {
  const folder = await db.selectFrom('folder').select(['id', 'name']).where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  return folder ?? null;
}

async function projectStateOf(db: Reader, teamId: number, id: number): Promise<ProjectState | null> {
  const project = await db.selectFrom('project').select('state_code').where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  return project?.state_code ?? null;
}
