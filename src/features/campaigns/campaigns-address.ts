import { CampaignState, type ListedCampaign } from '#contract/campaigns.ts';

/** The part of the list that is in the address, so that back, reload and sharing work. */
export interface CampaignsAddress {
  search: string;
  state: CampaignState | null;
}

export const ALL_CAMPAIGNS: CampaignsAddress = { search: '', state: null };

/** Invalid values are ignored. */
export function parseCampaignsAddress({ search, state }: Record<string, unknown>): CampaignsAddress {
  return {
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : '',
    state: CampaignState.safeParse(state).data ?? null,
  };
}

/** Default values are left out. */
export function campaignsAddressToQuery({ search, state }: CampaignsAddress) {
  return { ...(search !== '' ? { search } : {}), ...(state !== null ? { state } : {}) };
}

export const isNarrowed = ({ search, state }: CampaignsAddress): boolean => search !== '' || state !== null;

/** The server lists all campaigns of the caller, so the page searches in them. */
export function matching(campaigns: readonly ListedCampaign[], { search, state }: CampaignsAddress): ListedCampaign[] {
  const wanted = search.trim().toLowerCase();
  return campaigns.filter((each) => (state === null || each.state === state) && each.title.toLowerCase().includes(wanted));
}
