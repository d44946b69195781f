import { ActionIcon, Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots, IconEye, IconEyeOff, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { withSegmentMoved } from '#model/segment-order.ts';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { Swatch, SwatchField } from '#ui/Swatch.tsx';
import classes from './Organize.module.css';
import type { SegmentWaits, ShownSegment, ShownSegmentation } from './shown-segmentations.ts';
import { hideSegmentText, segmentActionsText, showSegmentText, TEXTS } from './texts.ts';
import { useHiddenSegments } from './use-hidden-segments.ts';
import type { SaveWrite } from './use-organize.ts';
import { DashedSwatch, Waits } from './Waits.tsx';

interface SegmentsProps {
  study: string;
  segmentation: ShownSegmentation;
  save: SaveWrite;
}

/**
 * The segments of a segmentation, and the next one. The server gives its number; until then it is shown as waiting. Segments are moved by dragging,
 * by the menu and by Alt with the arrow keys.
 */
export function Segments({ study, segmentation, save }: SegmentsProps) {
  const { uuid, segments, may, orderWaits } = segmentation;
  const { isHidden, toggle } = useHiddenSegments();
  const [dragged, setDragged] = useState<string | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const moved = useRef<string | null>(null);
  const order = segments.map((segment) => segment.uuid).join(' ');
  // The browser drops the focus of a row that is moved.
  useEffect(() => {
    if (moved.current !== null) body.current?.querySelector<HTMLElement>(`[data-uuid="${moved.current}"] [aria-haspopup]`)?.focus();
    moved.current = null;
  }, [order]);

  function move(segment: string, place: number) {
    if (place < 0 || place >= segments.length || segments[place]?.uuid === segment) return;
    moved.current = segment;
    save({ kind: 'segment-order', study, segmentation: uuid, segments: withSegmentMoved(segments, segment, place) });
  }

  const create = () => save({ kind: 'segment', study, segmentation: uuid, segment: crypto.randomUUID() });

  return (
    <div className={classes.part}>
      <table className={classes.segments}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              {TEXTS.columns.number}
            </th>
            <th scope="col">{TEXTS.columns.segment}</th>
            <th scope="col" className={classes.number}>
              {TEXTS.columns.revision}
            </th>
            <th scope="col">
              <span className={classes.hidden}>{TEXTS.shown}</span>
            </th>
            {may.edit && (
              <th scope="col">
                <span className={classes.hidden}>{TEXTS.columns.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {segments.map((segment, place) => (
            <SegmentRow
              key={segment.uuid}
              segment={segment}
              at={{ study, segmentation: uuid, segment: segment.uuid }}
              mayEdit={may.edit}
              isHidden={isHidden(segment.uuid)}
              onToggle={() => toggle(segment.uuid)}
              place={{ isFirst: place === 0, isLast: place === segments.length - 1 }}
              onMove={(step) => move(segment.uuid, place + step)}
              onDrag={setDragged}
              onDrop={dragged === null || dragged === segment.uuid ? null : () => move(dragged, place)}
              save={save}
            />
          ))}
        </tbody>
      </table>
      {orderWaits && <Waits>{TEXTS.orderLater}</Waits>}
      {segments.length === 0 && <p className={classes.note}>{TEXTS.noSegments}</p>}
      {may.edit && (
        <Button
          className={classes.add ?? ''}
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          onClick={create}
        >
          {TEXTS.newSegment}
        </Button>
      )}
    </div>
  );
}

interface OfSegment {
  segment: ShownSegment;
  at: Record<'study' | 'segmentation' | 'segment', string>;
  save: SaveWrite;
}

const WAITS: Readonly<Record<SegmentWaits, string>> = {
  number: TEXTS.waiting,
  change: TEXTS.savedLater,
  deletion: TEXTS.deletedLater,
};

interface Moves {
  place: { isFirst: boolean; isLast: boolean };
  /** By one place, up or down. */
  onMove: (step: -1 | 1) => void;
}

interface SegmentRowProps extends OfSegment, Moves {
  mayEdit: boolean;
  isHidden: boolean;
  onToggle: () => void;
  /** Its UUID while it is dragged, then null. */
  onDrag: (uuid: string | null) => void;
  /** Null: nothing can be dropped here. */
  onDrop: (() => void) | null;
}

function SegmentRow({ mayEdit, isHidden, onToggle, onDrag, onDrop, ...of }: SegmentRowProps) {
  const { uuid, sort, title, color, revision, waits } = of.segment;
  const name = title ?? TEXTS.newPart;
  const ShownIcon = isHidden ? IconEyeOff : IconEye;
  const hasNumber = sort !== null;
  return (
    <tr
      className={hasNumber ? '' : classes.waiting}
      data-segment={sort ?? 'waiting'}
      data-uuid={uuid}
      data-hidden={isHidden || undefined}
      draggable={mayEdit}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(uuid);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => onDrop !== null && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop?.();
      }}
    >
      <td className={classes.number}>{sort}</td>
      <th scope="row">
        {color === null ? <DashedSwatch /> : <Swatch color={color} />} <bdi data-going={waits === 'deletion' || undefined}>{name}</bdi>
        {waits !== null && <Waits>{WAITS[waits]}</Waits>}
      </th>
      <td className={classes.number}>{hasNumber && revision}</td>
      <td>
        <ActionIcon aria-label={isHidden ? showSegmentText(name) : hideSegmentText(name)} onClick={onToggle}>
          <ShownIcon size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </td>
      {mayEdit && <td>{waits !== 'deletion' && <SegmentMenu {...of} />}</td>}
    </tr>
  );
}

function SegmentMenu({ segment, at, save, place, onMove }: OfSegment & Moves) {
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
              title: `${TEXTS.deleteSegment} “${title}”?`,
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
