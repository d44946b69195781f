import { isGone } from '#api/failure-status.ts';
import { IconFilterX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import listPage from '#ui/lists/list-page.module.css';
import { asOfText } from '#ui/lists/list-texts.ts';
import { ListStates, type ListQuery } from '#ui/lists/ListStates.tsx';
import { useSession } from '#ui/session-context.tsx';
import { TEXTS } from './texts.ts';

interface CampaignStatesProps<T> {
  /** Of one campaign. */
  query: Omit<ListQuery<T>, 'data'> & { data: T | undefined; error: Error | null };
  /** Undefined while loading. */
  children: (found: T | undefined) => ReactNode;
}

/** One campaign in each of its states: loaded, gone, failed, not on this device, loading. */
export function CampaignStates<T>({ query, children }: CampaignStatesProps<T>) {
  const { serverReachable } = useSession<Session>();
  const isNoMore = isGone(query.error);
  const isOld = query.data !== undefined && !isNoMore && (!serverReachable || query.isError);
  return (
    <>
      {isOld && <p className={listPage.asOf}>{asOfText(query.dataUpdatedAt)}</p>}
      <ListStates
        list={{ ...query, data: isNoMore ? { data: [] } : query.data && { data: [query.data] } }}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.campaignFailed, query.error) }}
        empty={<CampaignNotFound />}
      >
        {(found) => children(found?.[0])}
      </ListStates>
    </>
  );
}

export function CampaignNotFound() {
  return (
    <EmptyState icon={IconFilterX} title={TEXTS.notFound}>
      {TEXTS.notFoundWhy}
    </EmptyState>
  );
}
