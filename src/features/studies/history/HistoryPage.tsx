import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconHistory, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { callApi } from '#api/call-api.ts';
import { failureStatus } from '#api/failure-status.ts';
import { withStatus } from '#api/failure-texts.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { parseWireDate } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { HistoryEntry, StudyHistory } from '#contract/study-history.ts';
import { TEXTS as STUDIES } from '#features/studies/texts.ts';
import { useStudy } from '#features/studies/use-study.ts';
import { t } from '#language/t.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDateTime } from '#ui/format.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import table from '#ui/lists/table.module.css';
import { useSession } from '#ui/session-context.tsx';
import classes from './History.module.css';
import { historySentence } from './history-sentence.ts';
import { TEXTS } from './texts.ts';

const NOT_FOUND = 404;

/** ROUTE-107: what happened to a study, newest first. */
export function HistoryPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const asked = parseHistoryAddress(useSearch({ strict: false }));
  const { permissions } = useSession<Session>();
  const readsTrail = permissions.has('r:log-session');
  const navigate = useNavigate();
  const history = useHistory(uuid, { ...asked, views: asked.views && readsTrail });
  const { study } = useStudy(uuid);
  const name = study === undefined ? TEXTS.ofStudy : patientNameToText(study.data.patientName) || STUDIES.noName;
  const isGone = failureStatus(history.error) === NOT_FOUND;

  const show = ({ before, views, search }: HistoryAddress, options: { replace?: boolean } = {}) =>
    void navigate({
      to: '/studies-v2/$uuid/history',
      params: { uuid },
      search: { ...(search !== '' && { search }), ...(before !== null && { before }), ...(views && { views: 1 }) },
      ...options,
    });

  return (
    <ListPage
      title={TEXTS.title}
      breadcrumb={[
        <Link key="studies" to="/studies-v2">
          {STUDIES.title}
        </Link>,
        <Link key="study" to="/studies-v2" search={{ study: uuid }}>
          <bdi>{name}</bdi>
        </Link>,
      ]}
      actions={
        <Button
          visibleFrom="sm"
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />}
          onClick={() => globalThis.print()}
        >
          {TEXTS.print}
        </Button>
      }
      list={isGone ? { ...history, data: { data: [] as HistoryEntry[] }, isError: false } : history}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, history.error) }}
      search={{
        label: TEXTS.search,
        value: asked.search,
        onSearch: (search) => show({ ...asked, search, before: null }, { replace: true }),
      }}
      filters={
        readsTrail && (
          <Checkbox
            className={classes.views ?? ''}
            label={TEXTS.withViews}
            checked={asked.views}
            onChange={(event) => show({ ...asked, before: null, views: event.currentTarget.checked })}
          />
        )
      }
      pager={
        <HistoryPager next={history.data?.next ?? null} isFirst={asked.before === null} onGo={(before) => show({ ...asked, before })} />
      }
      empty={{ icon: IconHistory, title: isGone ? TEXTS.gone : TEXTS.empty, why: isGone ? TEXTS.goneWhy : TEXTS.emptyWhy }}
      narrowed={
        asked.search === '' || isGone
          ? null
          : {
              title: TEXTS.nothingFound,
              by: narrowedBy({ search: asked.search, page: 1 }),
              onClear: () => show({ ...asked, search: '', before: null }, { replace: true }),
            }
      }
    >
      {(rows) => <HistoryTable entries={rows} readsTrail={readsTrail} />}
    </ListPage>
  );
}

interface HistoryAddress {
  /** Number of a record: older entries than it. */
  before: number | null;
  views: boolean;
  /** Words in what happened or in the name of who did it. */
  search: string;
}

function parseHistoryAddress(query: Record<string, unknown>): HistoryAddress {
  const before = Number(query['before']);
  const { search } = query;
  return {
    before: Number.isSafeInteger(before) && before > 0 ? before : null,
    views: String(query['views']) === '1',
    // The router reads `4821` as a number.
    search: typeof search === 'string' || typeof search === 'number' ? String(search).slice(0, 200) : '',
  };
}

function useHistory(uuid: string, { before, views, search }: HistoryAddress) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['study-history', team?.slug ?? null, uuid, { before, views, search }],
    queryFn: async ({ signal }): Promise<StudyHistory> =>
      valueOf(
        await callApi(CALLS.studyHistory, {
          params: { uuid },
          query: { ...(search !== '' && { search }), ...(before !== null && { before }), ...(views && { views: '1' as const }) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

function HistoryPager({ next, isFirst, onGo }: { next: number | null; isFirst: boolean; onGo: (before: number | null) => void }) {
  if (isFirst && next === null) return null;
  return (
    <div className={classes.pager}>
      <Button variant="default" disabled={isFirst} onClick={() => onGo(null)}>
        {TEXTS.newest}
      </Button>
      <Button variant="default" disabled={next === null} onClick={() => onGo(next)}>
        {TEXTS.older}
      </Button>
    </div>
  );
}

/** `undefined` while loading, which shows a skeleton. */
function HistoryTable({ entries, readsTrail }: { entries: readonly HistoryEntry[] | undefined; readsTrail: boolean }) {
  const { columns } = TEXTS;
  return (
    <div
      className={classNames(table.table, classes.history)}
      data-list
      data-trail={readsTrail || undefined}
      role="table"
      aria-label={TEXTS.title}
      aria-busy={entries === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.time}</span>
        <span role="columnheader">{columns.what}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.who}
        </span>
        {readsTrail && (
          <>
            <span role="columnheader" className={classes.wide}>
              {columns.address}
            </span>
            <span role="columnheader" className={classNames(table.number, classes.wide)}>
              {columns.record}
            </span>
          </>
        )}
      </div>
      {entries
        ? entries.map((entry) => <HistoryRow key={entry.id} entry={entry} readsTrail={readsTrail} />)
        : Array.from({ length: LIMITS.historyPerPage }, (_, index) => (
            <div key={index} className={table.row} data-skeleton aria-hidden>
              <Skeleton width="60%" height={12} />
              <Skeleton width="60%" height={12} />
            </div>
          ))}
    </div>
  );
}

function HistoryRow({ entry, readsTrail }: { entry: HistoryEntry; readsTrail: boolean }) {
  const at = parseWireDate(entry.created_at);
  const who = entry.user === null ? TEXTS.server : (entry.user.name ?? t('Account {id}', { id: entry.user.id }));
  return (
    <div className={table.row} role="row" data-kind={entry.kind}>
      <div role="cell" className={table.time}>
        {at && formatDateTime(at)}
      </div>
      <div role="rowheader" className={classes.what}>
        {historySentence(entry)}
        <span className={table.narrow}>
          <bdi>{who}</bdi>
        </span>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)} title={who}>
        <bdi>{who}</bdi>
      </div>
      {readsTrail && (
        <>
          <div role="cell" className={classNames(table.text, classes.wide, classes.code)}>
            {entry.record?.address}
          </div>
          <div role="cell" className={classNames(table.number, classes.wide)}>
            {entry.record === null ? null : `#${entry.record.seq}`}
          </div>
        </>
      )}
    </div>
  );
}
