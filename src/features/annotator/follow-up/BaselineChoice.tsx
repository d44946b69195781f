import { NativeSelect } from '@mantine/core';

import { t } from '#language/t.ts';
import { formatStudyDate } from '#ui/format.ts';
import { useFollowUp } from './follow-up-context.tsx';
import { FOLLOW_UP_TEXTS } from './follow-up-texts.ts';
import classes from './FollowUpPanel.module.css';
import { useLesionChanges } from './use-lesion-changes.ts';

/** Which study others are compared with, and who has chosen it. */
export function BaselineChoice() {
  const { table, baseline, dateOf } = useFollowUp();
  const { compareWith } = useLesionChanges();
  const { columns, targets, nonTargets } = table;
  const chosen = baseline?.study ?? null;
  const first = columns.find((_, at) => [...targets, ...nonTargets].some(({ cells }) => cells[at]!.why !== 'nothing'));
  // One that was chosen at a later study is offered as well, so that it is seen.
  const offered = [...new Set([...columns.map(({ uuid }) => uuid), ...(chosen === null ? [] : [chosen])])];
  if (offered.length < 2 && chosen === null) return null;
  const options = [
    { value: '', label: [FOLLOW_UP_TEXTS.firstBaseline, ...(first === undefined ? [] : [formatStudyDate(first.studyDate)])].join(' · ') },
    ...offered.map((study) => ({ value: study, label: formatStudyDate(dateOf(study)) || FOLLOW_UP_TEXTS.noDate })),
  ];
  return (
    <div className={classes.baseline}>
      <NativeSelect
        label={FOLLOW_UP_TEXTS.baseline}
        size="xs"
        data={options}
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) => void compareWith(value === '' ? null : value)}
      />
      {baseline !== null && (chosen !== null || baseline.waits) && (
        <p className={classes.note}>
          {[
            ...(chosen === null ? [] : [t('chosen by {name}', { name: baseline.user?.name ?? FOLLOW_UP_TEXTS.unknownAuthor })]),
            ...(baseline.waits ? [FOLLOW_UP_TEXTS.waitsToo] : []),
          ].join(' · ')}
        </p>
      )}
    </div>
  );
}
