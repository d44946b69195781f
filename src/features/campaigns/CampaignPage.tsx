import { Skeleton } from '@mantine/core';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { ListedCampaign } from '#contract/campaigns.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import tabs from '#ui/tabs.module.css';
import { CampaignActions } from './CampaignActions.tsx';
import { BlindedMark, CampaignStateMark } from './CampaignMarks.tsx';
import classes from './Campaigns.module.css';
import { CampaignNotFound } from './CampaignStates.tsx';
import { CampaignsCrumb, ReviewsCrumb } from './Crumbs.tsx';
import { LedCampaign } from './LedCampaign.tsx';
import { OwnReads } from './OwnReads.tsx';
import { ReadButton } from './ReadButton.tsx';
import { TEXTS, youText } from './texts.ts';
import { useCampaigns } from './use-campaigns.ts';

/** ROUTE-128: a campaign for whoever leads or reviews it, and the own reads of a reader. Whoever is both chooses. */
export function CampaignPage({ db }: { db: LocalDb }) {
  const { uuid = '' } = useParams({ strict: false }) as { uuid?: string };
  const { view } = useSearch({ strict: false }) as { view?: unknown };
  const { serverReachable } = useSession<Session>();
  const campaigns = useCampaigns();
  const listed = campaigns.data?.data.find((each) => each.uuid === uuid);
  if (listed?.state === 'draft') return <Navigate to="/reviews/campaigns/$uuid/edit" params={{ uuid } as never} replace />;
  const isLed = listed?.you.some((part) => part !== 'reader') ?? false;
  const isRead = listed?.you.includes('reader') ?? false;
  const isReading = isRead && (!isLed || view === 'reads');
  return (
    <Page
      title={listed?.title ?? TEXTS.campaigns}
      breadcrumb={[<ReviewsCrumb key="reviews" />, ...(listed === undefined ? [] : [<CampaignsCrumb key="campaigns" />])]}
      aside={listed && <About campaign={listed} />}
      actions={listed && (isReading ? <ReadButton db={db} uuid={uuid} /> : <CampaignActions db={db} uuid={uuid} />)}
    >
      {listed !== undefined && isLed && isRead && <Views campaign={listed} isReading={isReading} />}
      <ListStates
        list={{ ...campaigns, data: campaigns.data && { data: listed === undefined ? [] : [listed] } }}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.campaignFailed, campaigns.error) }}
        empty={<CampaignNotFound />}
      >
        {(found) =>
          found === undefined ? (
            <Skeleton height={240} />
          ) : isReading ? (
            <OwnReads db={db} uuid={uuid} />
          ) : (
            <LedCampaign db={db} uuid={uuid} />
          )
        }
      </ListStates>
    </Page>
  );
}

function About({ campaign: { state, blinded, you } }: { campaign: ListedCampaign }) {
  return (
    <span className={classes.about}>
      {blinded && <BlindedMark />}
      {state === 'finished' && <CampaignStateMark state={state} />}
      <span className={classes.dim}>{youText(you)}</span>
    </span>
  );
}

function Views({ campaign: { uuid, title }, isReading }: { campaign: ListedCampaign; isReading: boolean }) {
  const views = [
    { name: TEXTS.campaignTab, search: {}, isHere: !isReading },
    { name: TEXTS.ownReadsTab, search: { view: 'reads' }, isHere: isReading },
  ];
  return (
    <nav aria-label={title} className={`${tabs.nav} ${classes.views}`}>
      {views.map(({ name, search, isHere }) => (
        <Link
          key={name}
          to="/reviews/campaigns/$uuid"
          params={{ uuid } as never}
          search={search as never}
          className={tabs.tab}
          activeProps={NOT_MARKED}
          {...(isHere ? { 'aria-current': 'page' } : {})}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The router would mark every link to this page as current, whatever its query. */
const NOT_MARKED = { 'aria-current': undefined } as const;
