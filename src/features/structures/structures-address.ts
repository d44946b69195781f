/** The part of the list that is in the address, so that back, reload and sharing work. */
export interface StructuresAddress {
  page: number;
  search: string;
  /** Slug of a body part. */
  category: string | null;
}

export const ALL_STRUCTURES: StructuresAddress = { page: 1, search: '', category: null };

/** Invalid values are ignored. */
export function parseStructuresAddress(query: Record<string, unknown>): StructuresAddress {
  const page = Number(query['page']);
  const { search, category } = query;
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : '',
    category: typeof category === 'string' && /^[a-z0-9-]{1,64}$/.test(category) ? category : null,
  };
}

/** Default values are left out of the address and of the call. */
export function structuresAddressToQuery({ page, search, category }: StructuresAddress) {
  return {
    ...(page > 1 ? { page } : {}),
    ...(search !== '' ? { search } : {}),
    ...(category !== null ? { category } : {}),
  };
}

export function isFiltered({ search, category, page }: StructuresAddress): boolean {
  return search !== '' || category !== null || page > 1;
}
