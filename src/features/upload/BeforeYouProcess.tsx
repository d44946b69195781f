import { IconAlertTriangle } from '@tabler/icons-react';
import { Anchor } from '@mantine/core';
import type { Hindrance } from './before-you-process.ts';
import classes from './BeforeYouProcess.module.css';
import { goToText, shownNameText, TEXTS } from './texts.ts';

/** What is still open, each with the way to the place where it is settled. */
export function BeforeYouProcess({ hindrances, onGoTo }: { hindrances: readonly Hindrance[]; onGoTo: (studyId: string) => void }) {
  if (hindrances.length === 0) return null;
  return (
    <section className={classes.list} aria-labelledby="before-you-process">
      <h3 className={classes.title} id="before-you-process">
        {TEXTS.beforeYouProcess}
        <HindranceCount count={hindrances.length} />
      </h3>
      <ul className={classes.items}>
        {hindrances.map((hindrance) => (
          <li key={hindrance.what === 'missing-bodypart' ? hindrance.studyId : hindrance.what} className={classes.item}>
            <IconAlertTriangle className={classes.icon} size={16} stroke={1.5} aria-hidden />
            <div className={classes.words}>
              <div>{hindrance.what === 'missing-bodypart' ? TEXTS.missingBodyPart : TEXTS.nothingSelected}</div>
              {hindrance.what === 'missing-bodypart' && (
                <Anchor component="button" type="button" className={classes.link ?? ''} onClick={() => onGoTo(hindrance.studyId)}>
                  {goToText(shownNameText(hindrance.patientName))}
                </Anchor>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The number of open things, where the list itself is not in sight. */
export function HindranceCount({ count }: { count: number }) {
  return count === 0 ? null : <span className={classes.count}>{count}</span>;
}
