import { Combobox, Kbd, Modal, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { TEXTS } from '#app/texts.ts';
import { t } from '#language/t.ts';
import { matchingCommands, type Command } from './commands.ts';
import classes from './CommandSearch.module.css';

interface CommandSearchProps {
  opened: boolean;
  onClose: () => void;
  commands: readonly Command[];
  /** Null if this user may not read studies. */
  onSearchStudies: ((text: string) => void) | null;
}

/** Ctrl K: finds any page or command by its words; text that matches none is searched for in the studies. */
export function CommandSearch({ opened, onClose, ...search }: CommandSearchProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      size={520}
      centered={false}
      yOffset="12vh"
      padding={0}
      // On the dialog itself: Mantine labels only its wrapper.
      attributes={{ content: { 'aria-label': TEXTS.commandSearch } }}
    >
      <SearchBody {...search} onDone={onClose} />
    </Modal>
  );
}

function SearchBody({ commands, onSearchStudies, onDone }: Omit<CommandSearchProps, 'opened' | 'onClose'> & { onDone: () => void }) {
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onDone });
  const text = typed.trim();
  const found = matchingCommands(commands, text);
  const studies: Command[] =
    onSearchStudies && text !== ''
      ? [{ id: 'studies', label: t('Search studies for “{text}”', { text }), run: () => onSearchStudies(text) }]
      : [];
  const offered = [...found, ...studies];
  const first = offered[0]?.id;
  useEffect(() => {
    if (first === undefined) combobox.resetSelectedOption();
    else combobox.selectFirstOption();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store changes with each render; only the typed text matters
  }, [first, typed]);

  function choose(id: string) {
    onDone();
    offered.find((command) => command.id === id)?.run();
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          className={classes.field ?? ''}
          variant="unstyled"
          size="lg"
          aria-label={TEXTS.commandSearch}
          placeholder={TEXTS.commandPlaceholder}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options ?? ''} aria-label={TEXTS.commandSearch}>
        {offered.map(({ id, label, keys }) => (
          <Combobox.Option key={id} value={id} className={classes.option ?? ''}>
            <bdi>{label}</bdi>
            {keys !== undefined && <Kbd>{keys}</Kbd>}
          </Combobox.Option>
        ))}
        {offered.length === 0 && <Combobox.Empty>{TEXTS.commandNone}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}
