import { IconAlertTriangle } from '@tabler/icons-react';
import { Anchor } from '@mantine/core';
import type { ProcessBlocker } from './before-you-process.ts';
import classes from './BeforeYouProcess.module.css';
import { blockerText } from './blocker-text.ts';
import { goToSeriesText, goToText, setNoneText, shownNameText, TEXTS } from '#features/upload/texts.ts';

interface BeforeYouProcessProps {
  blockers: readonly ProcessBlocker[];
  onGoTo: (blocker: ProcessBlocker) => void;
  /** None of the acquisitions fits these series. */
  onSetNone: (seriesIds: readonly string[]) => void;
}

/** What is still missing, each with a link to its field. */
export function BeforeYouProcess({ blockers, onGoTo, onSetNone }: BeforeYouProcessProps) {
  if (blockers.length === 0) return null;
  return (
    <section className={classes.list} aria-labelledby="before-you-process">
      <h3 className={classes.title} id="before-you-process">
        {TEXTS.beforeYouProcess}
        <BlockerCount count={blockers.length} />
      </h3>
      <ul className={classes.items}>
        {blockers.map((blocker) => (
          <li key={keyOf(blocker)} className={classes.item}>
            <IconAlertTriangle className={classes.icon} size={16} stroke={1.5} aria-hidden />
            <div className={classes.words}>
              <div>{blockerText(blocker)}</div>
              {blocker.what !== 'nothing-selected' && blocker.what !== 'opening' && (
                <Anchor component="button" type="button" className={classes.link ?? ''} onClick={() => onGoTo(blocker)}>
                  {goThereText(blocker)}
                </Anchor>
              )}
              {blocker.what === 'missing-acquisition' && (
                <Anchor component="button" type="button" className={classes.link ?? ''} onClick={() => onSetNone(blocker.seriesIds)}>
                  {setNoneText(blocker.seriesIds.length)}
                </Anchor>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function goThereText(blocker: Exclude<ProcessBlocker, { what: 'nothing-selected' | 'opening' }>): string {
  if (blocker.what === 'missing-acquisition') return goToSeriesText(blocker.description);
  return goToText('description' in blocker ? blocker.description || TEXTS.noDescription : shownNameText(blocker.patientName));
}

function keyOf(blocker: ProcessBlocker): string {
  if (blocker.what === 'nothing-selected' || blocker.what === 'opening' || blocker.what === 'missing-acquisition') return blocker.what;
  return 'seriesId' in blocker ? `${blocker.what} ${blocker.seriesId}` : `${blocker.what} ${blocker.studyId}`;
}

/** The number of missing things, if the list is not visible. */
export function BlockerCount({ count }: { count: number }) {
  return count === 0 ? null : <span className={classes.count}>{count}</span>;
}
