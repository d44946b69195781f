import { StudyFilters } from '#contract/study-filters.ts';
import { isUuid } from '#model/uuid.ts';

/** The part of the list that is in the address, so that back, reload and sharing work (LIST-024). */
export interface StudiesAddress {
  page: number;
  /** Under the names of the call, which older links have as well. */
  filters: StudyFilters;
  /** ID of the saved view that was opened; its filters may have been changed since. */
  view: number | null;
  /** UUID of the study that is open next to the list. */
  study: string | null;
}

export const WHOLE_LIST: StudiesAddress = { page: 1, filters: {}, view: null, study: null };

const FIELDS = Object.entries(StudyFilters.shape);

/** Invalid values are ignored. */
export function parseStudiesAddress(query: Record<string, unknown>): StudiesAddress {
  return {
    page: positiveInteger(query['page']) ?? 1,
    filters: parseFilters(query),
    view: positiveInteger(query['view']),
    study: isUuid(query['study']) ? query['study'] : null,
  };
}

function parseFilters(query: Record<string, unknown>): StudyFilters {
  const given = FIELDS.flatMap(([name, field]) => {
    const value = query[name];
    // The router reads `4821` as a number.
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || text === '') return [];
    const read = field.safeParse(name === 'search' ? text.slice(0, 200) : text);
    return read.success && read.data !== 0 ? [[name, read.data]] : [];
  });
  return Object.fromEntries(given) as StudyFilters;
}

/** Default values are left out of the address. */
export function studiesAddressToSearch({ study, view, ...list }: StudiesAddress) {
  return { ...listQuery(list), ...(view !== null ? { view } : {}), ...(study !== null ? { study } : {}) };
}

/** The query of the list, which the open study does not change. */
export function listQuery({ page, filters }: Pick<StudiesAddress, 'page' | 'filters'>): StudyFilters & { page?: number } {
  return { ...(page > 1 ? { page } : {}), ...filters };
}

/** With a filter changed or removed. The list begins again at its first page (LIST-005). */
export function withFilters(address: StudiesAddress, changes: { [K in keyof StudyFilters]: StudyFilters[K] | null }): StudiesAddress {
  const filters = Object.fromEntries(
    Object.entries({ ...address.filters, ...changes }).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as StudyFilters;
  return { ...address, filters, page: 1 };
}

/** Whether anything but the order narrows the list. */
export function isFiltered(filters: StudyFilters): boolean {
  return filtersIn(filters) > 0;
}

export function isFilteredBySeveral(filters: StudyFilters): boolean {
  return filtersIn(filters) > 1;
}

function filtersIn(filters: StudyFilters): number {
  return Object.keys(filters).filter((name) => name !== 'order').length;
}

/** Whether both show the same studies in the same order. */
export function isSameView(a: StudyFilters, b: StudyFilters): boolean {
  return FIELDS.every(([name]) => a[name as keyof StudyFilters] === b[name as keyof StudyFilters]);
}

function positiveInteger(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}
