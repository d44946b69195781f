import { t, translated } from '#language/t.ts';
import { numberIn } from '#model/addresses/number-in.ts';
import { isGone } from '#api/failure-status.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconAlertOctagon, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import type { Session } from '#model/session.ts';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { NotForDiagnosis } from '#ui/status/NotForDiagnosis.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { HardestCases } from './HardestCases.tsx';
import { STATUS_OF, TEXTS, trainingTitle, troubleOf, withdrawnText } from './texts.ts';
import { TrainingCharts } from './TrainingCharts.tsx';
import { TrainingFigures } from './TrainingFigures.tsx';
import { TrainingLog } from './TrainingLog.tsx';
import { TrainingMoves } from './TrainingMoves.tsx';
import { TrainingsCrumb } from './TrainingsCrumb.tsx';
import classes from './Trainings.module.css';
import { useTraining } from './use-trainings.ts';

/** ROUTE-069, 070, 075, 076: a training, named in the path or by `id` in the query. */
export function TrainingPage() {
  const { id: inPath } = useParams({ strict: false }) as { id?: string };
  const { id: inQuery } = useSearch({ strict: false }) as { id?: unknown };
  const id = numberIn(inPath ?? inQuery);
  const query = useTraining(id);
  const training = query.data;
  return (
    <Page
      title={training === undefined ? TEXTS.trainings : trainingTitle(training)}
      breadcrumb={[<TrainingsCrumb key="trainings" />]}
      aside={
        training && (
          <span className={classes.aside}>
            <Status word={STATUS_OF[training.state]} />
          </span>
        )
      }
      actions={training && <TrainingMoves training={training} />}
    >
      <OneStates
        query={query}
        isGone={id === null || isGone(query.error)}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.trainingFailed, query.error) }}
      >
        {(found) => (found === undefined ? <Skeleton height={480} /> : <OneTraining training={found} now={query.dataUpdatedAt} />)}
      </OneStates>
    </Page>
  );
}

function OneTraining({ training, now }: { training: AiTrainingDetail; now: number }) {
  return (
    <div className={classes.page}>
      <span className={classes.phoneState}>
        <Status word={STATUS_OF[training.state]} />
      </span>
      <Trouble training={training} />
      <TrainingFigures training={training} now={now} />
      <TrainingCharts training={training} />
      <div className={classes.columns}>
        <HardestCases training={training} />
        <TrainingLog training={training} />
      </div>
      <NotForDiagnosis>{TEXTS.notDiagnosis}</NotForDiagnosis>
    </div>
  );
}

/** Why it waits or failed, what it made, and what was withdrawn of its data. */
function Trouble({ training }: { training: AiTrainingDetail }) {
  const { permissions } = useSession<Session>();
  const { version, model, cases } = training;
  const trouble = troubleOf(training);
  return (
    <>
      {trouble !== null && (
        <Note
          tone={trouble.isFailed ? 'broken' : 'you'}
          icon={trouble.isFailed ? IconAlertOctagon : IconClock}
          title={trouble.fact}
          action={
            permissions.has('r:ai-workers') && (
              <Button component={Link} to="/admin/ai-workers" variant="default">
                {TEXTS.workers}
              </Button>
            )
          }
        >
          {[trouble.next, trouble.isFailed && translated(training.message)].filter(Boolean).join(' ')}
        </Note>
      )}
      {version !== null && (
        <Note
          tone="sure"
          icon={IconInfoCircle}
          title={madeVersion(version.number)}
          action={
            permissions.has('r:ai-models') && (
              <Button
                variant="default"
                component={Link}
                to="/ai2-model/$id"
                params={{ id: String(model.id) } as never}
                search={{ version: version.number } as never}
              >
                {TEXTS.openVersion}
              </Button>
            )
          }
        />
      )}
      {cases.withdrawn > 0 && <Note tone="you" icon={IconInfoCircle} title={withdrawnText(cases.withdrawn)} />}
    </>
  );
}

const madeVersion = (number: number): string => t('This training made version {number} of the model.', { number });
