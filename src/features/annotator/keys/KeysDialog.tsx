import { Button, Group, Kbd, Modal, Switch, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { t } from '#language/t.ts';
import { useLetterKeys } from '#ui/browser/letter-keys.ts';
import { STOP_ESCAPE } from '#ui/browser/stop-escape.ts';
import { KeyList } from '#ui/KeyList.tsx';
import { ACTION_GROUPS, ACTIONS, type ActionId, type Chord } from './actions.ts';
import { chordOf, chordText } from './chords.ts';
import classes from './KeysDialog.module.css';
import { actionOf, withKey } from './own-keys.ts';
import { useOwnKeys } from './use-own-keys.ts';

/** The row that is being changed: it waits for a key, or for an answer because another action has the key. */
type Changing = { id: ActionId; asks: null | 'cannot' | { chord: Chord; of: ActionId } };

/** All keys of the annotator, changeable, and the switch for single letters (design.md §16). */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [areOn, turn] = useLetterKeys();
  const { own, keyOf, store } = useOwnKeys();
  const [changing, setChanging] = useState<Changing | null>(null);
  const areChanged = Object.keys(own).length > 0;

  function choose(id: ActionId, chord: Chord | null): void {
    if (chord === null) return setChanging({ id, asks: 'cannot' });
    if (chord === keyOf(id)) return setChanging(null);
    const of = actionOf(chord, own);
    if (of !== null && keyOf(of) === chord) return setChanging({ id, asks: { chord, of } });
    store(withKey(own, id, chord));
    setChanging(null);
  }
  const close = (): void => {
    setChanging(null);
    onClose();
  };
  const row = (id: ActionId): ReactNode => {
    const { asks } = changing?.id === id ? changing : { asks: undefined };
    if (typeof asks === 'object' && asks !== null)
      return (
        <Conflict
          chord={asks.chord}
          of={ACTIONS[asks.of].what}
          now={keyOf(id)}
          onUse={() => {
            store(withKey(own, id, asks.chord));
            setChanging(null);
          }}
          onKeep={() => setChanging(null)}
        />
      );
    if (asks !== undefined)
      return <WaitsForKey hasFailed={asks === 'cannot'} onKey={(chord) => choose(id, chord)} onCancel={() => setChanging(null)} />;
    const { what, chord } = ACTIONS[id];
    return (
      <span className={classes.keys}>
        {keyOf(id) !== chord && (
          <Button variant="subtle" size="compact-xs" aria-label={t('Reset the key of {what}', { what })} onClick={() => choose(id, chord)}>
            {t('Reset')}
          </Button>
        )}
        <UnstyledButton
          aria-label={t('Change the key of {what}: {key}', { what, key: chordText(keyOf(id)) })}
          onClick={() => setChanging({ id, asks: null })}
        >
          <Kbd>{chordText(keyOf(id))}</Kbd>
        </UnstyledButton>
      </span>
    );
  };
  return (
    <Modal opened={opened} onClose={close} title={t('Keys in the annotator')} size={760}>
      <p className={classes.note}>{t('Click a key to change it. Changes are yours, on this device.')}</p>
      <KeyList
        groups={ACTION_GROUPS.map(({ title, ids, fixed }) => ({
          title,
          rows: [...ids.map((id) => ({ keys: keyOf(id), what: ACTIONS[id].what, change: row(id) })), ...fixed],
        }))}
      />
      <Group justify="space-between">
        <Switch label={t('Single letters act on the image')} checked={areOn} onChange={(event) => turn(event.currentTarget.checked)} />
        <Button variant="default" disabled={!areChanged} onClick={() => store({})}>
          {t('Reset all keys')}
        </Button>
      </Group>
    </Modal>
  );
}

interface WaitsForKeyProps {
  hasFailed: boolean;
  /** Null: a key that cannot be chosen. */
  onKey: (chord: Chord | null) => void;
  onCancel: () => void;
}

function WaitsForKey({ hasFailed, onKey, onCancel }: WaitsForKeyProps) {
  return (
    <UnstyledButton
      {...STOP_ESCAPE}
      className={classes.waits}
      autoFocus
      onBlur={onCancel}
      onKeyDown={(event) => {
        if (event.key === 'Tab' || ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'].includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape') return onCancel();
        onKey(chordOf(event));
      }}
    >
      {hasFailed ? t('This key cannot be used. Press another') : t('Press the new key')}
    </UnstyledButton>
  );
}

interface ConflictProps {
  chord: Chord;
  /** The action that has it. */
  of: string;
  /** The key that the action would get. */
  now: Chord;
  onUse: () => void;
  onKeep: () => void;
}

function Conflict({ chord, of, now, onUse, onKeep }: ConflictProps) {
  const [shown, kept] = [chordText(chord), chordText(now)];
  return (
    <span className={classes.conflict} role="alert">
      <span className={classes.why}>
        <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
        {t('“{action}” has {key} and would get {other}.', { action: of, key: shown, other: kept })}
      </span>
      <Button size="compact-sm" variant="default" autoFocus onClick={onUse}>
        {t('Use {key} here', { key: shown })}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onKeep}>
        {t('Keep {key}', { key: kept })}
      </Button>
    </span>
  );
}
