import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { isGone } from '#api/failure-status.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { PipelineChoices, PipelineDetail } from '#contract/pipelines.ts';
import { numberIn } from '#model/addresses/number-in.ts';
import { FLOW_STATE_WORDS, STEP_NAMES, stepSummary, whenText as conditionText } from '#model/pipelines/step-words.ts';
import type { Session } from '#model/session.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { formatCount } from '#ui/format.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import type { ChooseStudies } from './choose-studies.ts';
import { PipelinesCrumb } from './Crumbs.tsx';
import { PipelineActions } from './PipelineActions.tsx';
import classes from './Pipelines.module.css';
import { StepGraph } from './StepGraph.tsx';
import { STEP_ICONS } from './step-icons.ts';
import { byHandText, startsText, TEXTS, versionText, whenText } from './texts.ts';
import { usePipeline, usePipelineChoices } from './use-pipelines.ts';

/** ROUTE-081: one pipeline with its steps, its versions and its flows. */
export function PipelinePage({ choose }: { choose: ChooseStudies }) {
  const { id: inPath } = useParams({ strict: false }) as { id?: string };
  const id = numberIn(inPath);
  const query = usePipeline(id);
  const choices = usePipelineChoices();
  const pipeline = query.data;
  return (
    <Page
      title={pipeline?.name ?? TEXTS.pipelines}
      breadcrumb={[<PipelinesCrumb key="pipelines" />]}
      aside={
        pipeline && (
          <span className={classes.aside}>
            <CodeChip code={pipeline.modality_code} name={pipeline.modality_code} />
            <span className={classes.dim}>{pipeline.version > 0 && versionText(pipeline.version)}</span>
          </span>
        )
      }
      actions={pipeline && <PipelineActions pipeline={pipeline} choose={choose} />}
    >
      <OneStates
        query={query}
        isGone={id === null || isGone(query.error)}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.oneFailed, query.error) }}
      >
        {(found) =>
          found === undefined || (choices.data === undefined && choices.isLoading) ? (
            <Skeleton height={480} />
          ) : (
            <OnePipeline pipeline={found} choices={choices.data ?? NO_CHOICES} />
          )
        }
      </OneStates>
    </Page>
  );
}

/** Offline, when they were never loaded: things are called by their numbers. */
const NO_CHOICES: PipelineChoices = {
  ...{ models: [], labels: [], projects: [], datasets: [], people: [], roles: [] },
  ...{ modalities: [], acquisitions: [], body_parts: [], permissions: [] },
};

function OnePipeline({ pipeline, choices }: { pipeline: PipelineDetail; choices: PipelineChoices }) {
  const definition = pipeline.current?.definition;
  if (definition === undefined)
    return (
      <div className={classes.card}>
        <EmptyState
          icon={IconPencil}
          title={TEXTS.noSteps}
          action={
            <Button component={Link} to="/pipeline/$id/edit" params={{ id: String(pipeline.id) } as never}>
              {TEXTS.edit}
            </Button>
          }
        >
          {TEXTS.noStepsWhy}
        </EmptyState>
      </div>
    );
  const { starts, steps } = definition;
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <section className={classes.card} aria-label={TEXTS.steps}>
          <h2 className={classes.cardTitle}>
            {TEXTS.steps} <span className={classes.dim}>{formatCount(steps.length)}</span>
          </h2>
          <p className={classes.starts}>{starts === null ? byHandText : startsText(starts.modality, starts.body_part)}</p>
          <ol className={classes.steps}>
            {steps.map((step, at) => {
              const StepIcon = STEP_ICONS[step.type];
              return (
                <li key={step.id} className={classes.stepHead}>
                  <span className={classes.number}>{at + 1}</span>
                  <StepIcon size={18} stroke={1.5} aria-hidden />
                  <span className={classes.stepWords}>
                    <strong>{STEP_NAMES[step.type]}</strong> <bdi className={classes.dim}>{stepSummary(step, choices)}</bdi>
                  </span>
                  {step.when && <span className={classes.when}>{conditionText(step.when, steps, choices)}</span>}
                </li>
              );
            })}
          </ol>
        </section>
        <FlowCounts pipeline={pipeline} />
        <Versions pipeline={pipeline} />
      </div>
      <StepGraph steps={steps} choices={choices} />
    </div>
  );
}

const STATES = ['failed', 'waits_person', 'waits_data', 'running', 'done'] as const;

/** How many flows are in each state; each is a link to those. */
function FlowCounts({ pipeline: { id, counts } }: { pipeline: PipelineDetail }) {
  const { permissions } = useSession<Session>();
  if (!permissions.has('r:flow')) return null;
  return (
    <section className={classes.card} aria-label={TEXTS.flows}>
      <h2 className={classes.cardTitle}>{TEXTS.flows}</h2>
      <ul className={classes.counts}>
        {STATES.map((state) => (
          <li key={state}>
            <Link to="/flow" search={{ pipeline: id, state } as never} className={classes.count}>
              <Status word={FLOW_STATE_WORDS[state]} /> {formatCount(counts[state])}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ pipeline: { versions } }: { pipeline: PipelineDetail }) {
  return (
    <section className={classes.card} aria-label={TEXTS.versions}>
      <h2 className={classes.cardTitle}>{TEXTS.versions}</h2>
      <ul className={classes.versions}>
        {versions.map(({ number, author, created_at: at }) => (
          <li key={number}>
            <strong>{versionText(number)}</strong> <bdi>{author ?? TEXTS.none}</bdi> <span className={classes.dim}>{whenText(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
