import { DatasetPart } from '#contract/datasets.ts';

/** The part of the list that is in the address, so that back, reload and sharing work. */
export interface DatasetsAddress {
  page: number;
  search: string;
}

export const ALL_DATASETS: DatasetsAddress = { page: 1, search: '' };

/** Invalid values are ignored. */
export function parseDatasetsAddress({ page, search }: Record<string, unknown>): DatasetsAddress {
  return {
    page: pageOf(page),
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : '',
  };
}

/** Default values are left out of the address and of the call. */
export function datasetsAddressToQuery({ page, search }: DatasetsAddress) {
  return { ...(page > 1 ? { page } : {}), ...(search !== '' ? { search } : {}) };
}

export type PartFilter = DatasetPart | 'none';
/** The same for the patients of one dataset. */
export interface PatientsAddress {
  page: number;
  part: PartFilter | null;
}

export function parsePatientsAddress({ page, part }: Record<string, unknown>): PatientsAddress {
  return { page: pageOf(page), part: part === 'none' ? 'none' : (DatasetPart.safeParse(part).data ?? null) };
}

export function patientsAddressToQuery({ page, part }: PatientsAddress) {
  return { ...(page > 1 ? { page } : {}), ...(part !== null ? { part } : {}) };
}

/** What a dataset page shows below its split. */
export type DatasetTab = 'studies' | 'versions';

export function parseDatasetTab({ tab }: Record<string, unknown>): DatasetTab {
  return tab === 'versions' ? 'versions' : 'studies';
}

function pageOf(text: unknown): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
