import { Skeleton } from '@mantine/core';
import type { Campaign } from '#contract/campaigns.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { AgreementCharts } from './agreement/AgreementCharts.tsx';
import { CasesToTalk } from './agreement/CasesToTalk.tsx';
import { ComparedMasks } from './agreement/ComparedMasks.tsx';
import { useShownAgreement } from './agreement/use-mask-agreement.ts';
import { CampaignFigures } from './CampaignFigures.tsx';
import classes from './Campaigns.module.css';
import { CampaignStates } from './CampaignStates.tsx';
import { Guideline } from './Guideline.tsx';
import { ReadersGrid } from './grid/ReadersGrid.tsx';
import { useAgreement, useCampaign } from './use-campaigns.ts';

/** A campaign for whoever leads or reviews it: how far it is, who has read what, and how readers agree. */
export function LedCampaign({ db, uuid }: { db: LocalDb; uuid: string }) {
  const query = useCampaign(uuid);
  return (
    <CampaignStates query={query}>
      {(campaign) => (campaign === undefined ? <Skeleton height={480} /> : <Led db={db} campaign={campaign} />)}
    </CampaignStates>
  );
}

function Led({ db, campaign }: { db: LocalDb; campaign: Campaign }) {
  const agreement = useAgreement(campaign);
  const { shown, pairs, others, kept } = useShownAgreement(db, campaign.uuid, agreement.data);
  const hasMasks = pairs.length + others.length > 0;
  return (
    <div className={classes.page}>
      <CampaignFigures campaign={campaign} agreement={shown ?? null} />
      <ReadersGrid campaign={campaign} />
      {hasMasks && kept !== null && <ComparedMasks db={db} campaign={campaign.uuid} kept={kept} pairs={pairs} others={others} />}
      <div className={classes.charts}>
        <AgreementCharts query={agreement} shown={shown} hasMasks={hasMasks} />
        <CasesToTalk agreement={shown ?? null} campaign={campaign} />
      </div>
      <Guideline text={campaign.content.guideline} version={campaign.guideline_version} />
    </div>
  );
}
