import { IconAlertTriangle } from '@tabler/icons-react';
import { Anchor } from '@mantine/core';
import type { Hindrance } from './before-you-process.ts';
import classes from './BeforeYouProcess.module.css';
import { goToText, shownNameText, TEXTS, tooManySeriesText } from './texts.ts';

/** What is still open, each with the way to the place where it is settled. */
export function BeforeYouProcess({ hindrances, onGoTo }: { hindrances: readonly Hindrance[]; onGoTo: (hindrance: Hindrance) => void }) {
  if (hindrances.length === 0) return null;
  return (
    <section className={classes.list} aria-labelledby="before-you-process">
      <h3 className={classes.title} id="before-you-process">
        {TEXTS.beforeYouProcess}
        <HindranceCount count={hindrances.length} />
      </h3>
      <ul className={classes.items}>
        {hindrances.map((hindrance) => (
          <li key={keyOf(hindrance)} className={classes.item}>
            <IconAlertTriangle className={classes.icon} size={16} stroke={1.5} aria-hidden />
            <div className={classes.words}>
              <div>{wordsOf(hindrance)}</div>
              {hindrance.what !== 'nothing-selected' && (
                <Anchor component="button" type="button" className={classes.link ?? ''} onClick={() => onGoTo(hindrance)}>
                  {goToText(placeOf(hindrance))}
                </Anchor>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf(hindrance: Hindrance): string {
  switch (hindrance.what) {
    case 'nothing-selected':
      return TEXTS.nothingSelected;
    case 'missing-number':
      return TEXTS.missingNumber;
    case 'missing-bodypart':
      return TEXTS.missingBodyPart;
    case 'too-many-series':
      return tooManySeriesText(hindrance.over);
  }
}

function placeOf(hindrance: Exclude<Hindrance, { what: 'nothing-selected' }>): string {
  return hindrance.what === 'missing-number' ? hindrance.description || TEXTS.noDescription : shownNameText(hindrance.patientName);
}

function keyOf(hindrance: Hindrance): string {
  if (hindrance.what === 'nothing-selected') return hindrance.what;
  return hindrance.what === 'missing-number' ? hindrance.seriesId : `${hindrance.what} ${hindrance.studyId}`;
}

/** The number of open things, where the list itself is not in sight. */
export function HindranceCount({ count }: { count: number }) {
  return count === 0 ? null : <span className={classes.count}>{count}</span>;
}
