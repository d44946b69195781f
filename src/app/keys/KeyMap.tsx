import { Modal, Switch } from '@mantine/core';
import { useLetterKeys } from '#ui/browser/letter-keys.ts';
import { KeyList } from '#ui/KeyList.tsx';
import { TEXTS } from '#app/texts.ts';
import { everywhere, KEY_GROUPS } from './key-rows.ts';
import classes from './KeyMap.module.css';

interface KeyMapProps {
  opened: boolean;
  onClose: () => void;
  /** Areas that this user may open. */
  areas: readonly { label: string; key: string }[];
}

/** All keys, and the switch for single-letter keys (design.md §16). */
export function KeyMap({ opened, onClose, areas }: KeyMapProps) {
  const [areOn, turn] = useLetterKeys();
  return (
    <Modal opened={opened} onClose={onClose} title={TEXTS.keys} size={760}>
      <KeyList groups={[everywhere(areas), ...KEY_GROUPS]} />
      <Switch
        className={classes.switch ?? ''}
        label={TEXTS.letterKeys}
        description={TEXTS.letterKeysNote}
        checked={areOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </Modal>
  );
}
