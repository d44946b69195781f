import { t, translated } from '#language/t.ts';
import { numberIn } from '#model/addresses/number-in.ts';
import { isGone } from '#api/failure-status.ts';
import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle, IconClock, IconX } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { AiInfer } from '#contract/ai/inferences.ts';
import { CALLS } from '#contract/calls.ts';
import { FAILURE_WORDS } from '#model/ai/job-words.ts';
import { inferSeconds } from '#model/ai/time-left.ts';
import type { Session } from '#model/session.ts';
import { formatDecimal } from '#ui/format.ts';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { NotForDiagnosis } from '#ui/status/NotForDiagnosis.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import { InfersCrumb } from './Crumbs.tsx';
import { DECISION_WORDS } from './decisions.ts';
import { InferAction } from './InferAction.tsx';
import classes from './Infers.module.css';
import { ProposedSwatches } from './ProposedSwatches.tsx';
import {
  diceText,
  asSentence,
  failureText,
  heldOutText,
  inferTitle,
  learnedText,
  mlText,
  modelText,
  patientText,
  runningText,
  statusOf,
  TEXTS,
  tookText,
  unlikeText,
  WAIT_WORDS,
  whenText,
} from './texts.ts';
import { useInfer, useInfersChanged } from './use-infers.ts';

/** ROUTE-064: one inference. */
export function InferPage() {
  const id = numberIn((useSearch({ strict: false }) as { id?: unknown }).id);
  const query = useInfer(id);
  const infer = query.data;
  return (
    <Page
      title={infer === undefined ? TEXTS.infers : inferTitle(infer.id)}
      breadcrumb={[<InfersCrumb key="infers" />]}
      aside={
        infer && (
          <span className={classes.aside}>
            <Status word={statusOf(infer)} />
          </span>
        )
      }
      actions={
        infer && (
          <>
            <Cancel infer={infer} />
            <InferAction infer={infer} />
          </>
        )
      }
    >
      <OneStates
        query={query}
        isGone={id === null || isGone(query.error)}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.inferFailed, query.error) }}
      >
        {(found) => (found === undefined ? <Skeleton height={320} /> : <OneInfer infer={found} />)}
      </OneStates>
    </Page>
  );
}

function Cancel({ infer: { id, state } }: { infer: AiInfer }) {
  const { serverReachable } = useSession<Session>();
  const changed = useInfersChanged();
  const [busy, setBusy] = useState(false);
  if (state !== 'queued' && state !== 'running') return null;

  async function cancel() {
    setBusy(true);
    const answer = await callApi(CALLS.cancelInfer, { params: { id: String(id) } });
    await changed();
    setBusy(false);
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }
  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="outline"
      color="coral"
      loading={busy}
      leftSection={<IconX size={16} stroke={1.5} aria-hidden />}
      onClick={() => void cancel()}
    >
      {TEXTS.cancel}
    </ServerButton>
  );
}

function OneInfer({ infer }: { infer: AiInfer }) {
  return (
    <div className={classes.page}>
      <span className={classes.phoneState}>
        <Status word={statusOf(infer)} />
      </span>
      <Trouble infer={infer} />
      <Facts infer={infer} />
      {infer.summary !== null && <Segments infer={infer} summary={infer.summary} />}
      <NotForDiagnosis>{TEXTS.notDiagnosis}</NotForDiagnosis>
    </div>
  );
}

/** Why it waits or failed, and what may be wrong with the result. */
function Trouble({ infer: { state, waits, failure, message, summary, model } }: { infer: AiInfer }) {
  const { permissions } = useSession<Session>();
  const workers = permissions.has('r:ai-workers') && (
    <Button component={Link} to="/admin/ai-workers" variant="default">
      {TEXTS.workers}
    </Button>
  );
  if (state === 'queued')
    return (
      <Note
        tone={waits === 'none' ? 'you' : 'moving'}
        icon={IconClock}
        title={asSentence(WAIT_WORDS[waits ?? 'worker'])}
        action={workers}
      />
    );
  if (state === 'failed') {
    const { fact, next } = FAILURE_WORDS[failure ?? 'error'];
    if (failure === 'cancelled') return null;
    return (
      <Note tone="broken" icon={IconAlertOctagon} title={fact} action={workers}>
        {[translated(message), next].filter(Boolean).join(' ')}
      </Note>
    );
  }
  return (
    <>
      {model.withdrawn && <Note tone="you" icon={IconAlertTriangle} title={asSentence(TEXTS.withdrawnModel)} />}
      {summary !== null && summary.unlike.length > 0 && (
        <Note tone="you" icon={IconAlertTriangle} title={TEXTS.unlike}>
          {unlikeText(summary.unlike)}
        </Note>
      )}
    </>
  );
}

function Facts({ infer }: { infer: AiInfer }) {
  const { permissions } = useSession<Session>();
  const { study, series, model, state, fraction, summary } = infer;
  const rows = [
    [TEXTS.columns.patient, <bdi key="patient">{patientText(study)}</bdi>],
    [TEXTS.studyAndSeries, series ?? TEXTS.wholeStudy],
    [
      TEXTS.model,
      model.id !== null && permissions.has('r:ai-models') ? (
        <Anchor
          component={Link}
          key="model"
          to="/ai2-model/$id"
          params={{ id: String(model.id) } as never}
          search={(model.number === null ? {} : { version: model.number }) as never}
        >
          {modelText(model)}
        </Anchor>
      ) : (
        modelText(model)
      ),
    ],
    [TEXTS.quality, heldOutText(model)],
    [TEXTS.learnedFrom, learnedText(model.learned_from)],
    [TEXTS.startedBy, infer.started_by ?? TEXTS.byConversion],
    [TEXTS.created, whenText(infer.created_at)],
    [TEXTS.started, whenText(infer.started_at)],
    [TEXTS.ended, whenText(infer.ended_at)],
    [TEXTS.took, tookText(inferSeconds(infer)) || TEXTS.none],
    [TEXTS.worker, infer.worker ?? TEXTS.none],
    ...(summary?.entropy == null ? [] : [[TEXTS.entropy, formatDecimal(summary.entropy, 3)] as const]),
  ] as const;
  return (
    <section className={classes.card}>
      {state === 'running' && (
        <div className={classes.progress}>
          <ProgressBar label={inferTitle(infer.id)} total={1} parts={[{ amount: fraction, tone: 'moving' }]} thick />
          <span className={classes.dim}>{runningText(infer)}</span>
        </div>
      )}
      <dl className={classes.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What was proposed, and what people did with it. */
function Segments({ infer: { decided }, summary }: { infer: AiInfer; summary: NonNullable<AiInfer['summary']> }) {
  return (
    <section className={classes.card} aria-labelledby="proposed-segments">
      <h2 id="proposed-segments" className={classes.cardTitle}>
        {TEXTS.segments}
      </h2>
      <table className={classes.segments}>
        <thead>
          <tr>
            {[TEXTS.segment, TEXTS.volume, TEXTS.decision, TEXTS.by].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {summary.classes.map(({ value, title, ml }) => {
            const decision = decided.find((each) => each.value === value);
            return (
              <tr key={value}>
                <th scope="row">
                  <ProposedSwatches classesOf={[{ value }]} /> <bdi>{title}</bdi>
                </th>
                <td>{mlText(ml)}</td>
                <td>
                  {decision === undefined
                    ? TEXTS.notLookedAt
                    : [DECISION_WORDS[decision.decision], decision.dice !== null && t('Dice {dice}', { dice: diceText(decision.dice) })]
                        .filter(Boolean)
                        .join(', ')}
                </td>
                <td>
                  <bdi>{decision?.by}</bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
