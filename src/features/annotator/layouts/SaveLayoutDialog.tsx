import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '#language/t.ts';
import { LAYOUT_TEXTS, nameOfLayout } from './layout-texts.ts';
import { useSavedLayouts } from './layouts-context.tsx';

const LONGEST_NAME = 60;

/** Name of a new layout, and for which studies it is. `isOfTeam` null: closed. */
export function SaveLayoutDialog({ isOfTeam, onClose }: { isOfTeam: boolean | null; onClose: () => void }) {
  return (
    <Modal opened={isOfTeam !== null} onClose={onClose} title={isOfTeam ? LAYOUT_TEXTS.saveForTeam : LAYOUT_TEXTS.saveForMe}>
      {isOfTeam !== null && <SaveForm isOfTeam={isOfTeam} onClose={onClose} />}
    </Modal>
  );
}

function SaveForm({ isOfTeam, onClose }: { isOfTeam: boolean; onClose: () => void }) {
  const { study, arrangement, create } = useSavedLayouts();
  const [now] = useState(arrangement);
  const [isForBodyPart, setForBodyPart] = useState(study.bodyPart !== null);
  const bodyPart = isForBodyPart ? study.bodyPart : null;
  const [name, setName] = useState(() => nameOfLayout({ modality: study.modality, bodyPart: study.bodyPart, ...now }));
  const [isMissing, setMissing] = useState(false);
  const content = { ...now, name: name.trim(), modality: study.modality, bodyPart };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (content.name === '') return setMissing(true);
        create(content, isOfTeam);
        onClose();
      }}
    >
      <Stack>
        <TextInput
          label={LAYOUT_TEXTS.name}
          value={name}
          maxLength={LONGEST_NAME}
          error={isMissing && content.name === '' ? LAYOUT_TEXTS.nameNeeded : null}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Text size="sm">{isOfTeam ? LAYOUT_TEXTS.whoMay : LAYOUT_TEXTS.whoMayMe}</Text>
        {study.bodyPart !== null && (
          <Checkbox
            label={LAYOUT_TEXTS.onlyBodyPart}
            description={t('{bodyPart}. Otherwise all studies of modality {modality}.', {
              bodyPart: study.bodyPart.title,
              modality: study.modality,
            })}
            checked={isForBodyPart}
            onChange={(event) => setForBodyPart(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {LAYOUT_TEXTS.cancel}
          </Button>
          <Button type="submit">{LAYOUT_TEXTS.keep}</Button>
        </Group>
      </Stack>
    </form>
  );
}
