import { IconFilterX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '#ui/session-context.tsx';
import { EmptyState } from './EmptyState.tsx';
import classes from './list-page.module.css';
import { asOfText } from './list-texts.ts';
import { ListStates, type ListQuery, type ListStateTexts } from './ListStates.tsx';

interface OneStatesProps<T> {
  query: Omit<ListQuery<T>, 'data'> & { data: T | undefined };
  /** It does not exist, or not for this user. */
  isGone: boolean;
  texts: ListStateTexts & { notFound: string; notFoundWhy: string };
  /** Undefined while loading. */
  children: (found: T | undefined) => ReactNode;
}

/** One thing in each of its states: loaded, gone, failed, not on this device, loading. */
export function OneStates<T>({ query, isGone, texts, children }: OneStatesProps<T>) {
  const { serverReachable } = useSession<{ serverReachable: boolean }>();
  const isOld = query.data !== undefined && !isGone && (!serverReachable || query.isError);
  return (
    <>
      {isOld && <p className={classes.asOf}>{asOfText(query.dataUpdatedAt)}</p>}
      <ListStates
        list={{ ...query, data: isGone ? { data: [] } : query.data && { data: [query.data] } }}
        serverReachable={serverReachable}
        texts={texts}
        empty={
          <EmptyState icon={IconFilterX} title={texts.notFound}>
            {texts.notFoundWhy}
          </EmptyState>
        }
      >
        {(found) => children(found?.[0])}
      </ListStates>
    </>
  );
}
