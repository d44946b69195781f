import { IconAlertTriangle } from '@tabler/icons-react';
import { Anchor } from '@mantine/core';
import type { Hindrance } from './before-you-process.ts';
import classes from './BeforeYouProcess.module.css';
import { hindranceText } from './hindrance-text.ts';
import { goToText, setNoneText, shownNameText, TEXTS } from './texts.ts';

interface BeforeYouProcessProps {
  hindrances: readonly Hindrance[];
  onGoTo: (hindrance: Hindrance) => void;
  /** None of the acquisitions is what these series are. */
  onSetNone: (seriesIds: readonly string[]) => void;
}

/** What is still open, each with the way to the place where it is settled. */
export function BeforeYouProcess({ hindrances, onGoTo, onSetNone }: BeforeYouProcessProps) {
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
              <div>{hindranceText(hindrance)}</div>
              {hindrance.what !== 'nothing-selected' && hindrance.what !== 'opening' && (
                <Anchor component="button" type="button" className={classes.link ?? ''} onClick={() => onGoTo(hindrance)}>
                  {goToText(placeOf(hindrance))}
                </Anchor>
              )}
              {hindrance.what === 'missing-acquisition' && (
                <Anchor component="button" type="button" className={classes.link ?? ''} onClick={() => onSetNone(hindrance.seriesIds)}>
                  {setNoneText(hindrance.seriesIds.length)}
                </Anchor>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function placeOf(hindrance: Exclude<Hindrance, { what: 'nothing-selected' | 'opening' }>): string {
  if (hindrance.what === 'missing-acquisition') return `series ${hindrance.description}`;
  return 'description' in hindrance ? hindrance.description || TEXTS.noDescription : shownNameText(hindrance.patientName);
}

function keyOf(hindrance: Hindrance): string {
  if (hindrance.what === 'nothing-selected' || hindrance.what === 'opening' || hindrance.what === 'missing-acquisition')
    return hindrance.what;
  return 'seriesId' in hindrance ? `${hindrance.what} ${hindrance.seriesId}` : `${hindrance.what} ${hindrance.studyId}`;
}

/** The number of open things, where the list itself is not in sight. */
export function HindranceCount({ count }: { count: number }) {
  return count === 0 ? null : <span className={classes.count}>{count}</span>;
}
