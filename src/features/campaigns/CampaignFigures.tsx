import type { Agreement, Campaign } from '#contract/campaigns.ts';
import { t } from '#language/t.ts';
import { formatCount } from '#ui/format.ts';
import { Figure, Figures } from '#ui/upload/Figure.tsx';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import type { ShownAgreement } from './agreement/shown-agreement.ts';
import { leftMsOf } from './campaign-figures.ts';
import {
  agreementText,
  casesText,
  diceText,
  dueText,
  intervalText,
  kappaText,
  leftTimeText,
  readsText,
  skippedText,
  TEXTS,
} from './texts.ts';

type Value = Agreement['masks'][number]['between'];

/** How far a campaign is, and the agreement of its first field and its first segment; the others are in the charts and their tables. */
export function CampaignFigures({ campaign, agreement }: { campaign: Campaign; agreement: ShownAgreement | null }) {
  const { reads, due, all_reads: all, state, content } = campaign;
  const [field, mask] = [agreement?.fields[0], agreement?.masks[0]];
  const left = reads.total - reads.done;
  const same = field === undefined ? mask?.same : field.same;
  return (
    <Figures>
      <Figure
        name={TEXTS.reads}
        value={
          <>
            <strong>{formatCount(reads.done)}</strong>
            {` ${t('of {total}', { total: formatCount(reads.total) })}`}
          </>
        }
        note={reads.skipped > 0 ? skippedText(reads.skipped) : undefined}
      >
        <ProgressBar label={TEXTS.reads} total={reads.total} parts={[{ amount: reads.done, tone: 'moving' }]} thick />
      </Figure>
      <Figure
        name={TEXTS.left}
        value={<strong>{readsText(left)}</strong>}
        note={[state === 'running' && left > 0 && leftTimeText(leftMsOf(all)), due !== null && dueText(due)].filter(Boolean).join(', ')}
      />
      {field && <AgreementFigure name={agreementText(field.title)} words={kappaText} figure={field.between} />}
      {mask && <AgreementFigure name={agreementText(mask.title)} words={diceText} figure={mask.between} />}
      {content.repeats > 0 && same && (
        <AgreementFigure name={TEXTS.sameReader} words={field === undefined ? diceText : kappaText} figure={same} />
      )}
    </Figures>
  );
}

function AgreementFigure({ name, words, figure }: { name: string; words: (value: number | null) => string; figure: Value }) {
  const { value, interval, cases } = figure;
  return (
    <Figure
      name={name}
      value={<strong>{words(value)}</strong>}
      note={[interval && intervalText(interval), casesText(cases)].filter(Boolean).join(', ')}
    />
  );
}
