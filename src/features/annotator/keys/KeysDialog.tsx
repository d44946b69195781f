import { Modal, Switch } from '@mantine/core';
import { useLetterKeys } from '#ui/browser/letter-keys.ts';
import { KeyList } from '#ui/KeyList.tsx';
import { KEY_GROUPS } from './annotator-keys.ts';

/** All keys of the annotator, and the switch for single letters (design.md §16). */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [areOn, turn] = useLetterKeys();
  return (
    <Modal opened={opened} onClose={onClose} title="Keys in the annotator" size={760}>
      <KeyList groups={KEY_GROUPS} />
      <Switch label="Single letters act on the image" checked={areOn} onChange={(event) => turn(event.currentTarget.checked)} />
    </Modal>
  );
}
