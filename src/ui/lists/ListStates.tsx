import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import classes from './list-page.module.css';

interface ListStatesProps<Row> {
  /** A query of one page of the list, as TanStack Query returns it. */
  list: {
    data: { data: readonly Row[] } | undefined;
    isError: boolean;
    fetchStatus: 'fetching' | 'paused' | 'idle';
    isFetching: boolean;
    refetch(): Promise<unknown>;
  };
  serverReachable: boolean;
  texts: { failed: string; failedWhy: string; offline: string; offlineWhy: string };
  /** The rows; undefined draws the skeleton. */
  children: (rows: readonly Row[] | undefined) => ReactNode;
  /** Shown if there is nothing, or nothing matches. */
  empty: ReactNode;
}

/** A list in each of its states: loaded, empty, failed, not on this device, loading. */
export function ListStates<Row>({ list, serverReachable, texts, children, empty }: ListStatesProps<Row>) {
  if (list.data) return list.data.data.length > 0 ? children(list.data.data) : <div className={classes.panel}>{empty}</div>;
  if (!list.isError && list.fetchStatus !== 'paused') return children(undefined);
  return (
    <div className={classes.panel}>
      <ErrorState
        title={serverReachable ? texts.failed : texts.offline}
        offline={!serverReachable}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      >
        {serverReachable ? texts.failedWhy : texts.offlineWhy}
      </ErrorState>
    </div>
  );
}
