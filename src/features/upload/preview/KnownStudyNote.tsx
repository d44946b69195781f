import { SegmentedControl } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { canAddMissing, filesThere, knownChoice, seriesByWhereabouts, type KnownChoice, type KnownStudy } from './known-study.ts';
import { knownStudyText, shownNameText, TEXTS } from '#features/upload/texts.ts';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';

/** A study that this team, or another team of the user, already has (READ-016): what exists, and what is sent anyway. */
export function KnownStudyNote({ study, known, actions }: { study: StudyView; known: KnownStudy; actions: EditActions }) {
  const choice = knownChoice(study);
  const choices: { value: KnownChoice; label: string }[] = [
    { value: 'skip', label: TEXTS.skipKnown },
    ...(canAddMissing(study, known) ? [{ value: 'missing' as const, label: TEXTS.addMissing }] : []),
    { value: 'anew', label: known.exists ? TEXTS.sendAnew : TEXTS.sendHereToo },
  ];

  function choose(chosen: KnownChoice) {
    actions.setJoins(study.id, chosen === 'missing' ? known.uuid : null);
    if (chosen !== 'missing') return actions.selectStudy(study.id, chosen === 'anew');
    const { there, missing } = seriesByWhereabouts(study, known);
    actions.selectSeries(there, false);
    actions.selectSeries(missing, true);
  }

  return (
    <Note
      tone="you"
      icon={IconCopy}
      title={TEXTS.studyExists}
      action={
        <SegmentedControl
          size="xs"
          aria-label={t('What goes of {name}', { name: shownNameText(study.patientName) })}
          data={choices}
          value={choice}
          onChange={(value) => choose(value as KnownChoice)}
        />
      }
    >
      {knownStudyText(known, filesThere(study, known), choice)}
    </Note>
  );
}
