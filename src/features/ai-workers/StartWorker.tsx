import { CopyField } from '#ui/copy/CopyField.tsx';
import { TEXTS } from './texts.ts';
import { workerCommand } from './worker-command.ts';
import classes from './Workers.module.css';

/** The one command. */
export function StartWorker() {
  return (
    <section className={classes.start} aria-labelledby="start-worker">
      <div>
        <h2 id="start-worker" className={classes.cardTitle}>
          {TEXTS.startWorker}
        </h2>
        <p className={classes.below}>{TEXTS.startNote}</p>
      </div>
      <CopyField label={TEXTS.startWorker} copy={TEXTS.copyCommand} value={workerCommand(window.location.origin)} />
    </section>
  );
}
