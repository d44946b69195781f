import { isUuid } from '#model/uuid.ts';

/** The part of the list that is in the address, so that back, reload and sharing work (LIST-024). */
export interface StudiesAddress {
  page: number;
  search: string;
  /** Studies of one upload only (from the upload history). */
  uploadId: number | null;
  /** Studies with one label only (LIST-017). */
  labelId: number | null;
  /** Studies of one project only. */
  projectId: number | null;
  /** UUID of the study that is open next to the list. */
  study: string | null;
}

/** Invalid values are ignored. */
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

/** Default values are left out of the address. */
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

/** The query of the list, which the open study does not change. */
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
