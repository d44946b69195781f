import type { Campaign } from '#contract/campaigns.ts';
import { annotatorPath } from '#model/addresses/annotator-address.ts';
import { AnnotatorIcon } from '#ui/AnnotatorIcon.tsx';
import { aboutText, caseText, TEXTS } from '#features/campaigns/texts.ts';
import classes from './Agreement.module.css';
import type { ShownAgreement } from './shown-agreement.ts';

/** Cases with the least agreement, and skipped ones, each with a link to the annotator. */
export function CasesToTalk({ agreement, campaign }: { agreement: ShownAgreement | null; campaign: Campaign }) {
  const modalityOf = new Map(campaign.cases.map(({ study, modality }) => [study, modality]));
  const cases = agreement?.cases ?? [];
  return (
    <section className={classes.card} aria-labelledby="cases-to-talk-about">
      <div className={classes.cardHead}>
        <h2 id="cases-to-talk-about" className={classes.cardTitle}>
          {TEXTS.casesToTalk}
        </h2>
      </div>
      {cases.length === 0 ? (
        <p className={classes.none}>{TEXTS.noCasesToTalk}</p>
      ) : (
        <ul className={classes.talk}>
          {cases.map(({ case: number, study, about }, at) => (
            <li key={at}>
              <span>
                <span className={classes.strong}>{caseText(number)}</span>
                <span className={classes.said}>{aboutText(about)}</span>
              </span>
              <AnnotatorIcon href={annotatorPath({ uuid: study, modality: modalityOf.get(study) ?? '' })} name={caseText(number)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
