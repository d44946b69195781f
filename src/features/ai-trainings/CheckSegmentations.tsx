import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { SegmentationIds } from '#contract/ai/trainings.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { fitText, REASON_WORDS, segmentationText, TEXTS } from './texts.ts';
import classes from './Trainings.module.css';
import { useTrainSegmentations } from './use-trainings.ts';

/** AI-002 to 004: whether segmentations fit the model, with the reason at each that does not. */
export function CheckSegmentations({ model }: { model: number }) {
  const { serverReachable } = useSession<Session>();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const { data, error, isFetching } = useTrainSegmentations(model, asked);

  function check() {
    const ids = typed
      .split(/[\s,]+/)
      .filter((id) => id !== '')
      .join(',');
    const isRight = SegmentationIds.safeParse(ids).success;
    setWrong(!isRight);
    if (isRight) setAsked(ids);
  }

  return (
    <details className={classes.check}>
      <summary>{TEXTS.check}</summary>
      <div className={classes.ids}>
        <TextInput
          label={TEXTS.checkIds}
          description={TEXTS.checkNote}
          value={typed}
          error={isWrong ? TEXTS.checkIdsWrong : error !== null && withStatus(TEXTS.checkFailed, error)}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          autoComplete="off"
        />
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} variant="default" loading={isFetching} onClick={check}>
          {TEXTS.checkNow}
        </ServerButton>
      </div>
      {data !== undefined && (
        <>
          <p className={classes.note}>{fitText(data.filter(({ valid }) => valid).length, data.length)}</p>
          <ul className={classes.checked}>
            {data.map(({ id, study, valid, reason }) => (
              <li key={id} data-valid={valid || undefined}>
                <span>{segmentationText(id)}</span>
                <bdi className={classes.dim}>{patientNameToText(study.patientName) || TEXTS.noName}</bdi>
                <span className={valid ? classes.right : classes.wrong}>{reason === null ? TEXTS.fits : REASON_WORDS[reason]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
