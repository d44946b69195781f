import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ConflictChoice, FileConflict } from '#contract/file-areas.ts';
import { nameOf } from '#features/files/pane/paths.ts';
import { conflictText, moreText, TEXTS } from '#features/files/texts.ts';
import classes from './AskConflict.module.css';

interface AskConflictProps {
  conflicts: readonly FileConflict[];
  /** Null: nothing shall be changed. */
  onAnswer: (choice: ConflictChoice | null) => void;
}

/** The safe one first. */
const CHOICES = ['keep-both', 'skip', 'overwrite'] as const;

const WORDS: Readonly<Record<ConflictChoice, string>> = { 'keep-both': TEXTS.keepBoth, skip: TEXTS.skip, overwrite: TEXTS.overwrite };

/** What is in the way, by kind, and one answer for all of it. The safe one is chosen first. */
export function AskConflict({ conflicts, onAnswer }: AskConflictProps) {
  const [choice, setChoice] = useState<ConflictChoice>('keep-both');
  return (
    <Stack>
      <Text>{TEXTS.conflictWhy}</Text>
      <ul className={classes.conflicts}>
        {conflicts.map((conflict) => (
          <li key={conflict.kind}>
            <span className={classes.what}>{conflictText(conflict)}</span>
            <span className={classes.names}>
              <bdi>{conflict.examples.map(nameOf).join(', ')}</bdi>{' '}
              {conflict.count > conflict.examples.length && moreText(conflict.count - conflict.examples.length)}
            </span>
          </li>
        ))}
      </ul>
      <Radio.Group value={choice} onChange={(value) => setChoice(value as ConflictChoice)} aria-label={TEXTS.conflictWhy}>
        <Stack gap="sm">
          {CHOICES.map((each) => (
            <Radio
              key={each}
              value={each}
              label={WORDS[each]}
              description={TEXTS.conflictNotes[each]}
              data-autofocus={each === choice || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onAnswer(null)}>
          {TEXTS.cancel}
        </Button>
        <Button {...(choice === 'overwrite' ? { variant: 'outline', color: 'coral' } : {})} onClick={() => onAnswer(choice)}>
          {WORDS[choice]}
        </Button>
      </Group>
    </Stack>
  );
}
