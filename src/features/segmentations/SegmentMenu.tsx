import { ActionIcon, Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots } from '@tabler/icons-react';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { SwatchField } from '#ui/Swatch.tsx';
import type { ShownSegment } from './shown-segmentations.ts';
import { deleteSegmentTitle, segmentActionsText, TEXTS } from './texts.ts';
import type { SaveWrite } from './use-organize.ts';

export interface OfSegment {
  segment: ShownSegment;
  at: Record<'study' | 'segmentation' | 'segment', string>;
  save: SaveWrite;
}

export interface Moves {
  place: { isFirst: boolean; isLast: boolean };
  /** By one place, up or down. */
  onMove: (step: -1 | 1) => void;
}

/** Rename, colour, order and deletion of a segment. */
export function SegmentMenu({ segment, at, save, place, onMove }: OfSegment & Moves) {
  const title = segment.title ?? TEXTS.newPart;

  async function remove() {
    save({ kind: 'segment-deletion', ...at });
    modals.closeAll();
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(step);
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={segmentActionsText(title)} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown" onKeyDownCapture={press}>
          <IconDots size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => modals.open({ title: TEXTS.rename, children: <RenameForm segment={segment} at={at} save={save} /> })}>
          {TEXTS.rename}
        </Menu.Item>
        <Menu.Item onClick={() => modals.open({ title: TEXTS.colour, children: <ColourForm segment={segment} at={at} save={save} /> })}>
          {TEXTS.colour}
        </Menu.Item>
        <Menu.Item disabled={place.isFirst} onClick={() => onMove(-1)}>
          {TEXTS.moveUp}
        </Menu.Item>
        <Menu.Item disabled={place.isLast} onClick={() => onMove(1)}>
          {TEXTS.moveDown}
        </Menu.Item>
        <Menu.Item
          color="coral"
          onClick={() =>
            askFirst({
              title: deleteSegmentTitle(title),
              why: TEXTS.deleteSegmentWhy,
              act: TEXTS.deleteSegment,
              keep: TEXTS.keepSegment,
              onAct: remove,
            })
          }
        >
          {TEXTS.deleteSegment}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function RenameForm({ segment, at, save }: OfSegment) {
  const [name, setName] = useState(segment.title ?? '');

  function submit(event: FormEvent) {
    event.preventDefault();
    const title = name.trim();
    if (title === '') return;
    if (title !== segment.title) save({ kind: 'segment-title', ...at, title });
    modals.closeAll();
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={TEXTS.name}
          value={name}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <FormButtons />
      </Stack>
    </form>
  );
}

function ColourForm({ segment, at, save }: OfSegment) {
  const [color, setColor] = useState(segment.color);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (color !== null && color !== segment.color) save({ kind: 'segment-colour', ...at, color });
    modals.closeAll();
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <SwatchField label={TEXTS.colour} colours={SEGMENT_COLOURS} value={color ?? ''} onChange={setColor} />
        <FormButtons />
      </Stack>
    </form>
  );
}

function FormButtons() {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={() => modals.closeAll()}>
        {TEXTS.cancel}
      </Button>
      <Button type="submit">{TEXTS.save}</Button>
    </Group>
  );
}
