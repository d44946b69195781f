import { Kbd, Modal, Switch } from '@mantine/core';
import { useLetterKeys } from '#ui/browser/letter-keys.ts';
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
      <div className={classes.groups}>
        {[everywhere(areas), ...KEY_GROUPS].map(({ title, rows }) => (
          <section key={title} className={classes.group} aria-label={title}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.rows}>
              {rows.map(({ keys, what }) => (
                <div key={keys} className={classes.row}>
                  <dt>{what}</dt>
                  <dd>
                    <Kbd>{keys}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
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
