import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import classes from './list-page.module.css';
import { useHeldWhilePressed } from './use-held-while-pressed.ts';

/** A query of one page of a list, as TanStack Query returns it. */
export interface ListQuery<Row> {
  data: { data: readonly Row[]; total?: number; per_page?: number; current_page?: number } | undefined;
  dataUpdatedAt: number;
  isError: boolean;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  isFetching: boolean;
  refetch(): Promise<unknown>;
}

export interface ListStateTexts {
  failed: string;
  failedWhy: string;
  offline: string;
  offlineWhy: string;
}

interface ListStatesProps<Row> {
  list: ListQuery<Row>;
  serverReachable: boolean;
  texts: ListStateTexts;
  /** The rows; undefined draws the skeleton. */
  children: (rows: readonly Row[] | undefined) => ReactNode;
  /** Shown if there is nothing, or nothing matches. */
  empty: ReactNode;
}

/** A list in each of its states: loaded, empty, failed, not on this device, loading. */
export function ListStates<Row>({ list: latest, serverReachable, texts, children, empty }: ListStatesProps<Row>) {
  const list = useHeldWhilePressed(latest);
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
