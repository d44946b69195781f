import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { LayoutContent } from '#contract/layouts.ts';
import { t } from '#language/t.ts';
import type { ShownLayout } from '#model/layouts/shown-layouts.ts';
import { LayoutPicture } from './LayoutPicture.tsx';
import { aboutLayout, LAYOUT_TEXTS } from './layout-texts.ts';
import { useSavedLayouts } from './layouts-context.tsx';
import classes from './SavedLayouts.module.css';

/** All saved layouts: rename, replace, delete. */
export function LayoutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { layouts } = useSavedLayouts();
  return (
    <Modal opened={opened} onClose={onClose} title={LAYOUT_TEXTS.all} size="lg">
      {layouts.length === 0 ? (
        <p>{LAYOUT_TEXTS.none}</p>
      ) : (
        <ul className={classes.rows}>
          {layouts.map((layout) => (
            <Row key={layout.uuid} layout={layout} />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function Row({ layout }: { layout: ShownLayout }) {
  const { arrangement, change, remove } = useSavedLayouts();
  const [step, setStep] = useState<'shown' | 'rename' | 'delete'>('shown');
  const [name, setName] = useState(layout.name);
  const { uuid: _, of_team: __, version: ___, changeable, updated_at: ____, waits: _____, ...content } = layout;
  const store = (part: Partial<LayoutContent>): void => change(layout, { ...content, ...part });
  if (step === 'rename')
    return (
      <li>
        <form
          className={classes.row}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') store({ name: name.trim() });
            setStep('shown');
          }}
        >
          <TextInput
            className={classes.words ?? ''}
            aria-label={LAYOUT_TEXTS.name}
            value={name}
            maxLength={60}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="xs">
            {LAYOUT_TEXTS.rename}
          </Button>
          <Button size="xs" variant="default" onClick={() => setStep('shown')}>
            {LAYOUT_TEXTS.cancel}
          </Button>
        </form>
      </li>
    );
  return (
    <li className={classes.row}>
      <LayoutPicture layout={layout} />
      <span className={classes.words}>
        <bdi className={classes.name}>{layout.name}</bdi>
        <span className={classes.about}>{step === 'delete' ? LAYOUT_TEXTS.sure : aboutLayout(layout)}</span>
      </span>
      {changeable && step === 'shown' && (
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={t('Rename {name}', { name: layout.name })} onClick={() => setStep('rename')}>
            {LAYOUT_TEXTS.rename}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('Replace {name}', { name: layout.name })}
            title={LAYOUT_TEXTS.replaceWhy}
            onClick={() => store(arrangement())}
          >
            {LAYOUT_TEXTS.replace}
          </Button>
          <Button
            size="xs"
            variant="outline"
            color="coral"
            aria-label={t('Delete {name}', { name: layout.name })}
            onClick={() => setStep('delete')}
          >
            {LAYOUT_TEXTS.remove}
          </Button>
        </Group>
      )}
      {step === 'delete' && (
        <Group gap="xs">
          <Button size="xs" variant="outline" color="coral" onClick={() => remove(layout)}>
            {LAYOUT_TEXTS.remove}
          </Button>
          <Button size="xs" variant="default" autoFocus onClick={() => setStep('shown')}>
            {LAYOUT_TEXTS.cancel}
          </Button>
        </Group>
      )}
    </li>
  );
}
