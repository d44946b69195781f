import { SegmentedControl } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { StudyView } from '#model/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { canAddMissing, filesThere, knownChoice, seriesByWhereabouts, type KnownChoice, type KnownStudy } from './known-study.ts';
import { knownStudyText, shownNameText, TEXTS } from './texts.ts';
import type { ArrangeActs } from './use-arrange-acts.ts';

/** A study that this team, or another of this person, has already (READ-016): what is there, and what goes all the same. */
export function KnownStudyNote({ study, known, acts }: { study: StudyView; known: KnownStudy; acts: ArrangeActs }) {
  const choice = knownChoice(study);
  const choices: { value: KnownChoice; label: string }[] = [
    { value: 'skip', label: TEXTS.skipKnown },
    ...(canAddMissing(study, known) ? [{ value: 'missing' as const, label: TEXTS.addMissing }] : []),
    { value: 'anew', label: known.exists ? TEXTS.sendAnew : TEXTS.sendHereToo },
  ];

  function choose(chosen: KnownChoice) {
    acts.setJoins(study.id, chosen === 'missing' ? known.uuid : null);
    if (chosen !== 'missing') return acts.selectStudy(study.id, chosen === 'anew');
    const { there, missing } = seriesByWhereabouts(study, known);
    acts.selectSeries(there, false);
    acts.selectSeries(missing, true);
  }

  return (
    <Note
      tone="you"
      icon={IconCopy}
      title={TEXTS.studyExists}
      action={
        <SegmentedControl
          size="xs"
          aria-label={`What goes of ${shownNameText(study.patientName)}`}
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
