import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { fitText, REASON_WORDS, TEXTS } from './texts.ts';
import classes from './Trainings.module.css';
import { useFittingSegmentations } from './use-trainings.ts';

interface CheckSegmentationsProps {
  model: number;
  /** Id of its structure. */
  structure: number;
}

/** AI-002 to 004: the segmentations of the structure, the latest change first: which fit the model, and why others do not. */
export function CheckSegmentations({ model, structure }: CheckSegmentationsProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useFittingSegmentations(model, structure, isOpen);
  return (
    <details className={classes.check} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{TEXTS.check}</summary>
      {error !== null && (
        <p className={classes.wrong} role="alert">
          {withStatus(TEXTS.checkFailed, error)}
        </p>
      )}
      {data === undefined && error === null && <Skeleton height={96} mt="xs" />}
      {data !== undefined && (
        <>
          <p className={classes.note} role="status">
            {data.total === 0
              ? TEXTS.checkEmpty
              : fitText(data.checked.filter(({ valid }) => valid).length, data.checked.length, data.total)}
          </p>
          <ul className={classes.checked}>
            {data.checked.map(({ id, study, author, valid, reason }) => (
              <li key={id} data-valid={valid || undefined}>
                <bdi>{patientNameToText(study.patientName) || TEXTS.noName}</bdi>
                <bdi className={classes.dim}>{author ?? TEXTS.noAuthor}</bdi>
                <span className={valid ? classes.right : classes.wrong}>{reason === null ? TEXTS.fits : REASON_WORDS[reason]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
