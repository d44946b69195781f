import classes from './Campaigns.module.css';
import { guidelineText, TEXTS } from './texts.ts';

/** For links on the page. */
export const GUIDELINE = 'guideline';

export function Guideline({ text, version }: { text: string; version: number }) {
  return (
    <section id={GUIDELINE} className={classes.card} aria-labelledby="guideline-title" tabIndex={-1}>
      <h2 id="guideline-title" className={classes.cardTitle}>
        {guidelineText(version)}
      </h2>
      <p className={classes.guideline}>{text === '' ? TEXTS.noGuideline : text}</p>
    </section>
  );
}
