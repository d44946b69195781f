import { UploadProgress } from '#contract/entities.ts';

/** The part of the history that is in the address, so that back, reload and sharing work. */
export interface HistoryAddress {
  page: number;
  search: string;
  mine: boolean;
  progress: UploadProgress | null;
}

export const WHOLE_HISTORY: HistoryAddress = { page: 1, search: '', mine: false, progress: null };

/** Invalid values are ignored. */
export function parseHistoryAddress(query: Record<string, unknown>): HistoryAddress {
  const page = Number(query['page']);
  const search = query['search'];
  const progress = UploadProgress.safeParse(query['status']);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : '',
    mine: String(query['mine']) === '1',
    progress: progress.success ? progress.data : null,
  };
}

/** Default values are left out of the address. */
export function historyAddressToQuery({ page, search, mine, progress }: HistoryAddress) {
  return {
    ...(page > 1 ? { page } : {}),
    ...(search !== '' ? { search } : {}),
    ...(mine ? { mine: 1 as const } : {}),
    ...(progress !== null ? { status: progress } : {}),
  };
}

export function isFiltered({ search, mine, progress, page }: HistoryAddress): boolean {
  return search !== '' || mine || progress !== null || page > 1;
}
