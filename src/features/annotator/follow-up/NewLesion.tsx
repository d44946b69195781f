import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LesionContent } from '#contract/lesions.ts';
import { t } from '#language/t.ts';
import { measuredTexts } from '#model/measurements/measured-texts.ts';
import { useFollowUp } from './follow-up-context.tsx';
import { FOLLOW_UP_TEXTS } from './follow-up-texts.ts';
import classes from './FollowUpPanel.module.css';
import { LesionFields } from './LesionFields.tsx';
import { useChosenDiameter, useLesionChanges } from './use-lesion-changes.ts';

/** A lesion of the measurement that is chosen on the pictures, or one that is only observed. */
export function NewLesion({ onDone }: { onDone: () => void }) {
  const { study, table } = useFollowUp();
  const { create } = useLesionChanges();
  const chosen = useChosenDiameter();
  const inStudy = chosen?.study ?? study;
  const { baseline, columns, targets, nonTargets, news } = table;
  // What is first seen after the baseline is new, unless its earlier measurement is linked afterwards: then the reader says so.
  const isLater = baseline !== null && columns[baseline]!.uuid !== inStudy;
  const count = targets.length + nonTargets.length + news.length;
  const [edited, setEdited] = useState<Partial<LesionContent>>({});
  const content: LesionContent = {
    ...{ title: chosen?.text || `Lesion ${count + 1}`, kind: isLater ? 'new' : 'target', organ: '', node: false },
    ...edited,
  };
  const needsMeasurement = content.kind === 'target' && chosen === null;
  const edit = (more: Partial<LesionContent>) => setEdited({ ...edited, ...more });
  return (
    <div className={classes.new}>
      <LesionFields content={content} onEdit={edit} onChange={edit} />
      <p className={classes.note}>
        {chosen === null
          ? FOLLOW_UP_TEXTS.needsMeasurement
          : t('With the chosen measurement, {measured}.', { measured: measuredTexts(chosen.measured)[0] ?? '' })}
      </p>
      <div className={classes.acts}>
        <Button
          size="compact-sm"
          disabled={needsMeasurement || content.title.trim() === ''}
          onClick={() => {
            const said = { measurement: chosen?.uuid ?? null, state: content.kind === 'target' ? null : ('present' as const) };
            void create({ ...content, title: content.title.trim(), organ: content.organ.trim() }, inStudy, said);
            onDone();
          }}
        >
          {FOLLOW_UP_TEXTS.save}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {FOLLOW_UP_TEXTS.cancel}
        </Button>
      </div>
    </div>
  );
}
