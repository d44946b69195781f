import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import { CAMPAIGN_STATES } from '#contract/campaigns.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import {
  ALL_CAMPAIGNS,
  campaignsAddressToQuery,
  isNarrowed,
  matching,
  parseCampaignsAddress,
  type CampaignsAddress,
} from './campaigns-address.ts';
import { CampaignsTable } from './CampaignsTable.tsx';
import { ReviewsCrumb } from './Crumbs.tsx';
import { STATE_TEXTS, TEXTS } from './texts.ts';
import { useCampaigns } from './use-campaigns.ts';

/** ROUTE-125: the campaigns that the user leads, reviews or reads in. Search and state are in the address. */
export function CampaignsPage() {
  const address = parseCampaignsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const campaigns = useCampaigns();
  const all = campaigns.data?.data;
  const list = { ...campaigns, data: all && { data: matching(all, address) } };

  function show(next: CampaignsAddress, options: { replace?: boolean } = {}) {
    void navigate({ to: '/reviews/campaigns', search: campaignsAddressToQuery(next), ...options });
  }

  const create = (
    <Button component={Link} to="/reviews/campaigns/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
      {TEXTS.newCampaign}
    </Button>
  );
  return (
    <ListPage
      title={TEXTS.campaigns}
      breadcrumb={[<ReviewsCrumb key="reviews" />]}
      actions={all?.length !== 0 && create}
      list={list}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, campaigns.error) }}
      search={{
        label: TEXTS.search,
        value: address.search,
        onSearch: (search) => show({ ...address, search }, { replace: true }),
      }}
      filters={
        <StateFilter
          label={TEXTS.state}
          states={[{ value: null, label: TEXTS.anyState }, ...CAMPAIGN_STATES.map((value) => ({ value, label: STATE_TEXTS[value] }))]}
          chosen={address.state}
          onChoose={(state) => show({ ...address, state })}
        />
      }
      empty={{ icon: IconUsersGroup, title: TEXTS.empty, why: TEXTS.emptyWhy, action: create }}
      narrowed={
        isNarrowed(address) && all?.length !== 0
          ? {
              title: TEXTS.nothingFound,
              by: narrowedBy({ search: address.search, page: 1 }, address.state === null ? [] : [STATE_TEXTS[address.state]]),
              onClear: () => show(ALL_CAMPAIGNS),
            }
          : null
      }
    >
      {(rows) => <CampaignsTable campaigns={rows} />}
    </ListPage>
  );
}
