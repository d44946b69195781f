import { numberIn } from '#model/addresses/number-in.ts';

/** The part of the list that is in the address, so that back, reload and sharing work. */
export interface ModelsAddress {
  page: number;
  search: string;
}

export const ALL_MODELS: ModelsAddress = { page: 1, search: '' };

/** Invalid values are ignored. */
export function parseModelsAddress({ page, search }: Record<string, unknown>): ModelsAddress {
  return {
    page: numberIn(page) ?? 1,
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : '',
  };
}

/** Default values are left out. */
export const modelsAddressToQuery = ({ page, search }: ModelsAddress) => ({ ...(page > 1 && { page }), ...(search !== '' && { search }) });

/** Which version of a model is shown, and which one it is compared with; null: the page chooses. */
export const parseVersions = (query: Record<string, unknown>) => ({ version: numberIn(query['version']), other: numberIn(query['with']) });
