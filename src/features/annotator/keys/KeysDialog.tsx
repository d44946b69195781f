import { Kbd, Modal, Switch } from '@mantine/core';
import { useLetterKeys } from '#ui/browser/letter-keys.ts';
import { KEY_GROUPS } from './annotator-keys.ts';
import classes from './KeysDialog.module.css';

/** All keys of the annotator, and the switch for single letters (design.md §16). */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [areOn, turn] = useLetterKeys();
  return (
    <Modal opened={opened} onClose={onClose} title="Keys in the annotator" size={760}>
      <div className={classes.groups}>
        {KEY_GROUPS.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
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
      <Switch label="Single letters act on the image" checked={areOn} onChange={(event) => turn(event.currentTarget.checked)} />
    </Modal>
  );
}
