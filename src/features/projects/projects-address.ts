import { ProjectState } from '#contract/projects.ts';

/** The part of the list that is in the address, so that back, reload and sharing work. */
export interface ProjectsAddress {
  page: number;
  search: string;
  state: ProjectState | null;
}

export const ALL_PROJECTS: ProjectsAddress = { page: 1, search: '', state: null };

/** Invalid values are ignored. */
export function parseProjectsAddress(query: Record<string, unknown>): ProjectsAddress {
  const page = Number(query['page']);
  const { search } = query;
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : '',
    state: ProjectState.safeParse(query['state']).data ?? null,
  };
}

/** Default values are left out of the address and of the call. */
export function projectsAddressToQuery({ page, search, state }: ProjectsAddress) {
  return {
    ...(page > 1 ? { page } : {}),
    ...(search !== '' ? { search } : {}),
    ...(state !== null ? { state } : {}),
  };
}

export function isFiltered({ search, state, page }: ProjectsAddress): boolean {
  return search !== '' || state !== null || page > 1;
}
