import { Checkbox } from '@mantine/core';
import { IconProgress, IconRefresh, IconRoute2, IconX } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import { CALLS } from '#contract/calls.ts';
import type { FlowState, ListedFlow } from '#contract/flows.ts';
import { FLOW_STATE_WORDS } from '#model/pipelines/step-words.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';
import { FilterToggle, StateFilter } from '#ui/lists/Filter.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import link from '#ui/lists/row-link.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { STATUS_TEXTS } from '#ui/status/status-texts.ts';
import { showDone, showTrouble } from '#ui/toasts.ts';
import classes from './Flows.module.css';
import { ALL_FLOWS, flowsAddressToQuery, parseFlowsAddress, type FlowsAddress } from './flows-address.ts';
import { StepMarks } from './StepMarks.tsx';
import { failureText, patientText, pipelineText, retriedText, retryText, sinceText, TEXTS, whyText } from './texts.ts';
import { useFlows, useFlowsChanged } from './use-flows.ts';

/** Most urgent first; what is over comes last (design.md §18). */
const ORDER: readonly FlowState[] = ['failed', 'waits_person', 'waits_data', 'running', 'done', 'cancelled'];

/** ROUTE-012: the flows of the team, by state. */
export function FlowsPage() {
  const address = parseFlowsAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const flows = useFlows(address);
  const { data } = flows;
  const isNarrowed = address.state !== null || address.pipeline !== null || address.study !== null || address.page > 1;
  const pipeline = address.pipeline === null ? undefined : data?.data.find((flow) => flow.pipeline.id === address.pipeline)?.pipeline.name;

  function show(next: FlowsAddress) {
    void navigate({ to: '.', search: flowsAddressToQuery(next) as never });
  }

  return (
    <ListPage
      title={TEXTS.flows}
      list={flows}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, flows.error) }}
      filters={
        <>
          <StateFilter
            label={TEXTS.state}
            icon={IconProgress}
            states={[
              { value: null, label: TEXTS.all },
              ...ORDER.map((value) => ({ value, label: stateLabel(value, data?.counts[value]) })),
            ]}
            chosen={address.state}
            onChoose={(state) => show({ ...address, state, page: 1 })}
          />
          {address.pipeline !== null && (
            <FilterToggle isOn icon={IconX} onToggle={() => show({ ...address, pipeline: null, page: 1 })}>
              {pipeline ?? TEXTS.pipelines}
            </FilterToggle>
          )}
        </>
      }
      onPage={(page) => show({ ...address, page })}
      empty={{ icon: IconRoute2, title: TEXTS.empty, why: TEXTS.emptyWhy }}
      narrowed={
        isNarrowed
          ? {
              title: TEXTS.nothingFound,
              by: narrowedBy(address, address.state === null ? [] : [stateText(address.state)]),
              onClear: () => show(ALL_FLOWS),
            }
          : null
      }
    >
      {(rows) => <FlowsTable flows={rows} now={flows.dataUpdatedAt} />}
    </ListPage>
  );
}

const stateText = (state: FlowState): string => STATUS_TEXTS[FLOW_STATE_WORDS[state]];
const stateLabel = (state: FlowState, count: number | undefined): string =>
  count === undefined ? stateText(state) : `${stateText(state)} ${formatCount(count)}`;

/** Rows in groups by state. Failed ones are chosen and repeated together. */
function FlowsTable({ flows, now }: { flows: readonly ListedFlow[] | undefined; now: number }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const groups = ORDER.map((state) => ({ state, rows: flows?.filter((flow) => flow.state === state) ?? [] })).filter(
    ({ rows }) => rows.length > 0,
  );
  return (
    <div className={classNames(table.table, classes.flows)} data-list role="table" aria-label={TEXTS.flows} aria-busy={flows === undefined}>
      <div className={table.head} role="row">
        {Object.values(TEXTS.columns).map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {flows === undefined ? (
        <SkeletonRows rows={6} cells={[{ width: '60%' }, { width: '70%', className: classes.wide }, { width: '40%' }]} />
      ) : (
        groups.map(({ state, rows }) => (
          <div key={state} role="rowgroup" aria-label={stateText(state)}>
            <div className={classes.group} role="row">
              <span role="rowheader" className={classes.groupWords}>
                <Status word={FLOW_STATE_WORDS[state]} note={formatCount(rows.length)} />
              </span>
              {state === 'failed' && (
                <span role="cell" className={classes.end}>
                  <RetryChosen failed={rows} chosen={chosen} onRetried={() => setChosen(new Set())} />
                </span>
              )}
            </div>
            {rows.map((flow) => (
              <FlowRow
                key={flow.id}
                flow={flow}
                now={now}
                chosen={state === 'failed' ? chosen.has(flow.id) : null}
                onChoose={() => setChosen((before) => toggled(before, flow.id))}
              />
            ))}
          </div>
        ))
      )}
    </div>
  );
}

function toggled(before: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(before);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** `chosen`: null where it cannot be chosen. */
function FlowRow({ flow, now, chosen, onChoose }: { flow: ListedFlow; now: number; chosen: boolean | null; onChoose: () => void }) {
  const name = patientText(flow.study);
  return (
    <div className={classNames(table.row, link.row)} role="row" data-flow={flow.id} data-state={flow.state}>
      <div role="rowheader" className={classes.study}>
        {chosen !== null && <Checkbox className={classes.check ?? ''} aria-label={name} checked={chosen} onChange={onChoose} />}
        <span className={classes.words}>
          <Link className={classNames(table.name, link.link)} to="/flow/$id" params={{ id: String(flow.id) } as never}>
            <bdi>{name}</bdi>
          </Link>
          <span className={classes.below} data-failed={flow.state === 'failed' || undefined}>
            {whyText(flow)}
          </span>
          <span className={classes.below}>{pipelineText(flow.pipeline)}</span>
        </span>
      </div>
      <div role="cell" className={classes.wide}>
        <StepMarks flow={flow} />
      </div>
      <div role="cell" className={table.time}>
        {sinceText(flow.updated_at, now)}
      </div>
    </div>
  );
}

/** Those that are chosen, or all failed ones on this page. */
function RetryChosen({ failed, chosen, onRetried }: { failed: readonly ListedFlow[]; chosen: ReadonlySet<number>; onRetried: () => void }) {
  const { serverReachable } = useSession<Session>();
  const changed = useFlowsChanged();
  const [busy, setBusy] = useState(false);
  const ids = failed.map(({ id }) => id);
  const some = ids.filter((id) => chosen.has(id));
  const wanted = some.length > 0 ? some : ids;

  async function retry() {
    setBusy(true);
    const answer = await callApi(CALLS.retryFlows, { body: { flows: wanted } });
    await changed();
    setBusy(false);
    if (!answer.ok) return showTrouble(failureText(answer.failure));
    onRetried();
    showDone(retriedText(answer.value.retried));
  }

  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="default"
      loading={busy}
      leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
      onClick={() => void retry()}
    >
      {retryText(wanted.length)}
    </ServerButton>
  );
}
