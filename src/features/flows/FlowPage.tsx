import { Skeleton } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { isGone } from '#api/failure-status.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { Flow, FlowLink, FlowStep } from '#contract/flows.ts';
import { numberIn } from '#model/addresses/number-in.ts';
import { reasonText, STEP_STATE_WORDS } from '#model/pipelines/step-words.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import type { Session } from '#model/session.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { CancelFlow, StepActs } from './FlowActs.tsx';
import classes from './Flows.module.css';
import { flowTitle, patientText, pipelineText, startedText, stepName, TEXTS, triesText } from './texts.ts';
import { useFlow } from './use-flows.ts';

/** ROUTE-083: one flow with its steps, and what can be done about the one it is at. */
export function FlowPage() {
  const { id: inPath } = useParams({ strict: false }) as { id?: string };
  const id = numberIn(inPath);
  const query = useFlow(id);
  const flow = query.data;
  return (
    <Page
      title={flow === undefined ? TEXTS.flow : patientText(flow.study)}
      breadcrumb={[<FlowsCrumb key="flows" />]}
      aside={flow && <span className={classes.aside}>{flowTitle(flow.id)}</span>}
      actions={flow && <CancelFlow flow={flow} />}
    >
      <OneStates
        query={query}
        isGone={id === null || isGone(query.error)}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.oneFailed, query.error) }}
      >
        {(found) => (found === undefined ? <Skeleton height={480} /> : <OneFlow flow={found} />)}
      </OneStates>
    </Page>
  );
}

const FlowsCrumb = () => <Link to="/flow">{TEXTS.flows}</Link>;

function OneFlow({ flow }: { flow: Flow }) {
  const { permissions } = useSession<Session>();
  return (
    <div className={classes.page}>
      <p className={classes.about}>
        {permissions.has('r:pipeline') ? (
          <Link to="/pipeline/$id" params={{ id: String(flow.pipeline.id) } as never}>
            {pipelineText(flow.pipeline)}
          </Link>
        ) : (
          pipelineText(flow.pipeline)
        )}
        {' · '}
        <Link to="/studies-v2" search={{ study: flow.study.uuid } as never}>
          {TEXTS.openStudy}
        </Link>
        {` · ${startedText(flow.started_by, flow.created_at)}`}
      </p>
      <ol className={classes.steps}>
        {flow.steps.map((step, at) => (
          <StepItem key={step.id} flow={flow} step={step} at={at} />
        ))}
      </ol>
      <p className={classes.foot}>
        <IconShieldCheck size={16} stroke={1.5} aria-hidden /> {TEXTS.once}
      </p>
    </div>
  );
}

function StepItem({ flow, step, at }: { flow: Flow; step: FlowStep; at: number }) {
  return (
    <li className={classes.step} data-here={(at === flow.position && flow.state !== 'done') || undefined}>
      <span className={classes.number}>{at + 1}</span>
      <div className={classes.words}>
        <strong>{stepName(step.type)}</strong>
        {step.reason !== null && (
          <span className={classes.reason} data-failed={step.state === 'failed' || undefined}>
            <bdi>{reasonText(step.reason)}</bdi>
          </span>
        )}
        <span className={classes.links}>
          {step.links.map((link) => (
            <StepLink key={`${link.kind} ${link.id}`} link={link} flow={flow} />
          ))}
        </span>
        <StepActs flow={flow} step={step} at={at} />
      </div>
      <span className={classes.end}>
        <Status word={STEP_STATE_WORDS[step.state]} note={triesText(step.tries)} />
      </span>
    </li>
  );
}

function StepLink({ link, flow }: { link: FlowLink; flow: Flow }) {
  const { permissions } = useSession<Session>();
  if (link.kind === 'infer')
    return permissions.has('r:ai-infers') ? (
      <Link to="/ai-infers/detail" search={{ id: Number(link.id) } as never}>
        {TEXTS.openInfer}
      </Link>
    ) : null;
  return permissions.has('r:studies:detail') ? (
    <a href={annotatorPath(flow.study)} {...OPENS_ANNOTATOR}>
      {TEXTS.openCase}
    </a>
  ) : null;
}
