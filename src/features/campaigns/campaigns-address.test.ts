import { expect, it } from 'vitest';
import type { ListedCampaign } from '#contract/campaigns.ts';
import { campaignsAddressToQuery, isNarrowed, matching, parseCampaignsAddress } from './campaigns-address.ts';

it('search and state are in the address, and wrong values are ignored [CAMP-30]', () => {
  const address = { search: 'pi-rads', state: 'running' } as const;
  expect(parseCampaignsAddress(campaignsAddressToQuery(address))).toEqual(address);
  expect(campaignsAddressToQuery(parseCampaignsAddress({ state: 'gone', search: ['a'] }))).toEqual({});
  expect([isNarrowed(address), isNarrowed(parseCampaignsAddress({}))]).toEqual([true, false]);
});

it('campaigns are found by a part of their title and by their state', () => {
  const campaigns = [
    { title: 'PI-RADS readers', state: 'running' },
    { title: 'Liver', state: 'running' },
    { title: 'Second PI-RADS', state: 'draft' },
  ] as ListedCampaign[];
  const titles = (search: string, state: ListedCampaign['state'] | null) =>
    matching(campaigns, { search, state }).map(({ title }) => title);
  expect(titles(' pi-rads', null)).toEqual(['PI-RADS readers', 'Second PI-RADS']);
  expect(titles('', 'running')).toEqual(['PI-RADS readers', 'Liver']);
  expect(titles('pi', 'draft')).toEqual(['Second PI-RADS']);
});
