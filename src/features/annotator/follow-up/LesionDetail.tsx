import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { IconLink, IconTrash, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';
import type { LesionContent, LesionState } from '#contract/lesions.ts';
import { t } from '#language/t.ts';
import type { LesionRow } from '#model/lesions/follow-up-table.ts';
import type { ShownLesion } from '#model/lesions/shown-follow-up.ts';

import { measuredTexts } from '#model/measurements/measured-texts.ts';
import { formatStudyDate } from '#ui/format.ts';
import { useFollowUp } from './follow-up-context.tsx';
import { FOLLOW_UP_TEXTS } from './follow-up-texts.ts';
import classes from './FollowUpPanel.module.css';
import { LesionFields } from './LesionFields.tsx';
import { useChosenDiameter, useLesionChanges } from './use-lesion-changes.ts';

const SAID: Record<ShownLesion['kind'], readonly { value: LesionState | ''; label: string }[]> = {
  target: [
    { value: '', label: t('As measured') },
    { value: 'absent', label: t('Absent') },
  ],
  'non-target': [
    { value: '', label: t('Not evaluated') },
    { value: 'present', label: t('Present') },
    { value: 'absent', label: t('Absent, or a node below 10 mm') },
    { value: 'progression', label: t('Unequivocal progression') },
  ],
  new: [
    { value: '', label: t('Not evaluated') },
    { value: 'present', label: t('Present') },
    { value: 'absent', label: t('Absent') },
  ],
};

/** What the chosen lesion is, and what is said of it in this study. */
export function LesionDetail({ row: { lesion, cells } }: { row: LesionRow }) {
  const { study, table, choose } = useFollowUp();
  const { change, say, remove } = useLesionChanges();
  const [edited, setEdited] = useState<Partial<LesionContent>>({});
  const chosen = useChosenDiameter();
  const { title, kind, organ, node } = lesion;
  const content = { title, kind, organ, node, ...edited };
  const now = cells.at(-1)!;
  const [isEditing, setEditing] = useState(false);
  function store(more: Partial<LesionContent>): void {
    const after = { ...content, ...more, title: (more.title ?? content.title).trim() || title };
    setEdited({});
    if (JSON.stringify([after.title, after.kind, after.organ, after.node]) !== JSON.stringify([title, kind, organ, node]))
      void change(lesion, after);
  }
  return (
    <div className={classes.detail}>
      {chosen !== null && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconLink size={16} stroke={1.5} aria-hidden />}
          onClick={() => void say(lesion, chosen.study, { measurement: chosen.uuid, state: null })}
        >
          {chosen.study === study
            ? t('Link {measured}', { measured: measuredTexts(chosen.measured)[0] ?? '' })
            : t('Link {measured}, earlier study', { measured: measuredTexts(chosen.measured)[0] ?? '' })}
        </Button>
      )}
      <NativeSelect
        size="xs"
        label={`${FOLLOW_UP_TEXTS.inStudy}, ${formatStudyDate(table.columns.at(-1)?.studyDate ?? '')}`}
        value={now.state ?? ''}
        data={SAID[kind].map(({ value, label }) => ({ value, label }))}
        onChange={({ currentTarget }) => {
          const state = currentTarget.value === '' ? null : (currentTarget.value as LesionState);
          const measurement = state === 'absent' ? null : (now.measurement?.uuid ?? null);
          void say(lesion, study, { measurement, state });
        }}
      />
      {isEditing && <LesionFields content={content} onEdit={(more) => setEdited({ ...edited, ...more })} onChange={store} />}
      <div className={classes.acts}>
        <Button size="compact-sm" variant="default" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          {FOLLOW_UP_TEXTS.edit}
        </Button>
        {now.measurement !== null && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconUnlink size={16} stroke={1.5} aria-hidden />}
            onClick={() => void say(lesion, study, { measurement: null, state: now.state })}
          >
            {FOLLOW_UP_TEXTS.unlink}
          </Button>
        )}
        {lesion.deletable && (
          <Tooltip label={FOLLOW_UP_TEXTS.delete}>
            <ActionIcon
              className={classes.end ?? ''}
              size={30}
              variant="default"
              aria-label={FOLLOW_UP_TEXTS.delete}
              onClick={() => {
                choose(null);
                void remove(lesion);
              }}
            >
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </div>
  );
}
