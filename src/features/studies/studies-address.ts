import { isUuid } from '#model/uuid.ts';

/** What of the list stands in the address, so that back, reload and sharing work (LIST-024). */
export interface StudiesAddress {
  page: number;
  search: string;
  /** Studies of one upload only (from the upload history). */
  uploadId: number | null;
  /** Studies with one label only (LIST-017). */
  labelId: number | null;
  /** Studies of one project only. */
  projectId: number | null;
  /** UUID of the study that is open beside the list. */
  study: string | null;
}

/** Anything that is not a page, a search or an id counts as not said. */
export function parseStudiesAddress(query: Record<string, unknown>): StudiesAddress {
  return {
    page: positiveInteger(query['page']) ?? 1,
    search: typeof query['search'] === 'string' || typeof query['search'] === 'number' ? String(query['search']).slice(0, 200) : '',
    uploadId: positiveInteger(query['bupload_id']),
    labelId: positiveInteger(query['filter_id']),
    projectId: positiveInteger(query['project']),
    study: isUuid(query['study']) ? query['study'] : null,
  };
}

/** The plain list has a plain address. */
export function studiesAddressToSearch({ study, ...list }: StudiesAddress): ListQuery & { study?: string } {
  return { ...listQuery(list), ...(study !== null ? { study } : {}) };
}

interface ListQuery {
  page?: number;
  search?: string;
  bupload_id?: number;
  filter_id?: number;
  project?: number;
}

/** What the list is asked for; a study that is opened beside it changes nothing of it. */
export function listQuery({ page, search, uploadId, labelId, projectId }: Omit<StudiesAddress, 'study'>): ListQuery {
  return {
    ...(page > 1 ? { page } : {}),
    ...(search !== '' ? { search } : {}),
    ...(uploadId !== null ? { bupload_id: uploadId } : {}),
    ...(labelId !== null ? { filter_id: labelId } : {}),
    ...(projectId !== null ? { project: projectId } : {}),
  };
}

function positiveInteger(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}
