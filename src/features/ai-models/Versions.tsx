import { Link } from '@tanstack/react-router';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import { diceOf, FOREGROUND, meanDice, measuredCases } from '#model/ai/held-out.ts';
import { Status } from '#ui/status/Status.tsx';
import classes from './Models.module.css';
import { dayText, diceText, madeText, promotedText, TEXTS, versionsText, versionText, withdrawnText } from './texts.ts';

/** All versions, the newest first, with their mean Dice. */
export function Versions({ model: { versions, promoted }, shown }: { model: AiModelDetail; shown: AiModelVersion }) {
  return (
    <section className={classes.card} aria-labelledby="versions">
      <div className={classes.cardHead}>
        <h2 id="versions" className={classes.cardTitle}>
          {TEXTS.versions}
        </h2>
        <span className={classes.dim}>{versionsText(versions.length)}</span>
      </div>
      <ul className={classes.versions}>
        {versions.map((version) => {
          const { uuid, number, state, report } = version;
          const whole = report && meanDice(diceOf(measuredCases(report).cases, FOREGROUND));
          return (
            <li key={uuid} data-shown={uuid === shown.uuid || undefined}>
              <Link
                to="."
                search={((before: Record<string, unknown>) => ({ ...before, version: number, with: undefined })) as never}
                className={classes.versionLink}
                activeProps={NOT_MARKED}
                {...(uuid === shown.uuid ? { 'aria-current': 'true' as const } : {})}
              >
                {versionText(number)}
              </Link>
              <span className={classes.dim}>{dayText(version.created_at)}</span>
              <span className={classes.versionState}>
                {state === 'withdrawn' ? (
                  <Status word="withdrawn" />
                ) : promoted?.version === uuid ? (
                  <Status word="promoted" />
                ) : (
                  <span className={classes.dim}>{madeText(version)}</span>
                )}
              </span>
              <span className={classes.dice}>{whole ? diceText(whole.mean) : '–'}</span>
            </li>
          );
        })}
      </ul>
      {promoted !== null && <p className={classes.history}>{promotedText(promoted)}</p>}
      {shown.state === 'withdrawn' && shown.reason !== null && (
        <p className={classes.history}>{withdrawnText(shown.number, shown.reason)}</p>
      )}
    </section>
  );
}

/** The router would mark every link to this page as current, whatever its query. */
const NOT_MARKED = { 'aria-current': undefined } as const;
