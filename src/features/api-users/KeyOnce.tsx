import { Button, CopyButton, Group } from '@mantine/core';
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react';
import { CopyField } from '#ui/copy/CopyField.tsx';
import { Note } from '#ui/Note.tsx';
import classes from './ApiUsers.module.css';
import { TEXTS } from './texts.ts';

/** A key, shown once: the server keeps only its hash. It is nowhere but on the screen. */
export function KeyOnce({ value, onStored }: { value: string; onStored: () => void }) {
  return (
    <section className={classes.once} aria-label={TEXTS.keyTitle}>
      <Note tone="you" icon={IconAlertTriangle} title={TEXTS.keyTitle}>
        {TEXTS.keyNote}
      </Note>
      <CopyField label={TEXTS.key} copy={TEXTS.copyKey} value={value} isSecret />
      <Group>
        <CopyButton value={value}>
          {({ copy }) => (
            <Button leftSection={<IconCopy size={16} stroke={1.5} aria-hidden />} onClick={copy}>
              {TEXTS.copyKey}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onStored}>
          {TEXTS.stored}
        </Button>
      </Group>
    </section>
  );
}
