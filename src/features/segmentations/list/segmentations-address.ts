/** The part of the list that is in the address, so that back, reload and sharing work. */
export interface SegmentationsAddress {
  page: number;
  search: string;
  /** Null: shared or not. */
  shared: '1' | '0' | null;
  /** Slug. */
  structure: string | null;
  /** Id of the creator. */
  user: number | null;
  /** UUID. */
  study: string | null;
}

export const ALL_SEGMENTATIONS: SegmentationsAddress = { page: 1, search: '', shared: null, structure: null, user: null, study: null };

/** Invalid values are ignored. */
export function parseSegmentationsAddress(query: Record<string, unknown>): SegmentationsAddress {
  const { search, shared, structure, study } = query;
  return {
    page: wholeNumber(query['page']) ?? 1,
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : '',
    shared: String(shared) === '1' ? '1' : String(shared) === '0' ? '0' : null,
    structure: typeof structure === 'string' && /^[a-z0-9-]{1,64}$/.test(structure) ? structure : null,
    user: wholeNumber(query['user']),
    study: typeof study === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(study) ? study : null,
  };
}

/** Default values are left out of the address and of the call. */
export function segmentationsAddressToQuery({ page, search, shared, structure, user, study }: SegmentationsAddress) {
  return {
    ...(page > 1 ? { page } : {}),
    ...(search !== '' ? { search } : {}),
    ...(shared !== null ? { shared: Number(shared) as 0 | 1 } : {}),
    ...(structure !== null ? { structure } : {}),
    ...(user !== null ? { user } : {}),
    ...(study !== null ? { study } : {}),
  };
}

export const isFiltered = (address: SegmentationsAddress): boolean => Object.keys(segmentationsAddressToQuery(address)).length > 0;

function wholeNumber(value: unknown): number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** The segmentations of `/segments/:list`: ids separated by commas. Null if there are none. */
export function parseSegmentsList(list: string | undefined): string | null {
  return list !== undefined && /^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,99}$/.test(list) ? list : null;
}
