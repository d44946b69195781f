import { IconTestPipe } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ListedStudy } from '#contract/entities.ts';
import type { PipelineChoices, PipelineDefinition } from '#contract/pipelines.ts';
import { FINDING_SEVERITIES, type Finding } from '#contract/quality.ts';
import { STEP_NAMES } from '#model/pipelines/step-words.ts';
import { tryPipeline, type TriedStudy } from '#model/pipelines/try-pipeline.ts';
import type { Session } from '#model/session.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import type { ChooseStudies } from './choose-studies.ts';
import classes from './Pipelines.module.css';
import { stepNumber, TEXTS, TRIAL_WORDS } from './texts.ts';

interface TrialProps {
  definition: PipelineDefinition;
  choices: PipelineChoices;
  choose: ChooseStudies;
}

interface Tried {
  uuid: string;
  name: string;
  study: TriedStudy;
}

/** What the steps, as they are in the form, would do to studies as they are now. Nothing is run or stored. */
export function Trial({ definition, choices, choose }: TrialProps) {
  const { serverReachable } = useSession<Session>();
  const [tried, setTried] = useState<readonly Tried[]>([]);

  async function take(_: string[], studies: readonly ListedStudy[]): Promise<ApiFailure | null> {
    const taken: Tried[] = [];
    for (const study of studies.slice(0, MOST)) {
      const answer = await callApi(CALLS.studyFindings, { params: { uuid: study.uuid } });
      if (!answer.ok) return answer.failure;
      const name = patientNameToText(study.data.patientName) || TEXTS.noName;
      taken.push({ uuid: study.uuid, name, study: triedOf(study, answer.value.data) });
    }
    setTried(taken);
    return null;
  }

  return (
    <section className={classes.card} aria-label={TEXTS.trial}>
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>{TEXTS.trial}</h2>
        <span className={classes.end}>
          <ServerButton
            serverReachable={serverReachable}
            why={TEXTS.needsServer}
            variant="default"
            leftSection={<IconTestPipe size={16} stroke={1.5} aria-hidden />}
            onClick={() => choose({ title: TEXTS.trialTitle, isIn: () => false, onAdd: take })}
          >
            {TEXTS.tryOn}
          </ServerButton>
        </span>
      </div>
      <p className={classes.none}>{TEXTS.trialNote}</p>
      {tried.map(({ uuid, name, study }) => (
        <div key={uuid} role="group" aria-label={name}>
          <p className={classes.said}>
            <bdi>{name}</bdi>
          </p>
          <ol className={classes.steps}>
            {tryPipeline(definition, study, choices).map(({ step, is, text }, at) => (
              <li key={step} className={classes.stepHead}>
                <span className={classes.number} title={stepNumber(at)}>
                  {at + 1}
                </span>
                <span className={classes.stepWords}>
                  <strong>{STEP_NAMES[definition.steps[at]!.type]}</strong> {TRIAL_WORDS[is]} <bdi className={classes.dim}>{text}</bdi>
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

/** More would fill the page. */
const MOST = 3;

function triedOf({ modality, bodyPart, labels, series }: ListedStudy, findings: readonly Finding[]): TriedStudy {
  const open = findings.filter(({ mark }) => mark?.as !== 'accepted').map(({ severity }) => severity);
  return {
    ...{ modality, bodyPart: bodyPart?.slug ?? '', labels: new Set(labels.map(({ id }) => id)), series, findings: findings.length },
    finding: FINDING_SEVERITIES.findLast((severity) => open.includes(severity)) ?? null,
  };
}
