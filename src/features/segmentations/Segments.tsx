import { ActionIcon, Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { Swatch, SwatchField } from '#ui/Swatch.tsx';
import classes from './Organize.module.css';
import type { SegmentWaits, ShownSegment, ShownSegmentation } from './shown-segmentations.ts';
import { segmentActionsText, TEXTS } from './texts.ts';
import type { SaveWrite } from './use-organize.ts';
import { DashedSwatch, Waits } from './Waits.tsx';

interface SegmentsProps {
  study: string;
  segmentation: ShownSegmentation;
  save: SaveWrite;
}

/** The segments of a segmentation, and the next one. The server gives its number; until then it is shown as waiting. */
export function Segments({ study, segmentation, save }: SegmentsProps) {
  const { uuid, segments, may } = segmentation;
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
            {may.edit && (
              <th scope="col">
                <span className={classes.hidden}>{TEXTS.columns.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {segments.map((segment) => (
            <SegmentRow
              key={segment.uuid}
              segment={segment}
              at={{ study, segmentation: uuid, segment: segment.uuid }}
              mayEdit={may.edit}
              save={save}
            />
          ))}
        </tbody>
      </table>
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

function SegmentRow({ mayEdit, ...of }: OfSegment & { mayEdit: boolean }) {
  const { sort, title, color, revision, waits } = of.segment;
  const hasNumber = sort !== null;
  return (
    <tr className={hasNumber ? '' : classes.waiting} data-segment={sort ?? 'waiting'}>
      <td className={classes.number}>{sort}</td>
      <th scope="row">
        {color === null ? <DashedSwatch /> : <Swatch color={color} />}{' '}
        <bdi data-going={waits === 'deletion' || undefined}>{title ?? TEXTS.newPart}</bdi>
        {waits !== null && <Waits>{WAITS[waits]}</Waits>}
      </th>
      <td className={classes.number}>{hasNumber && revision}</td>
      {mayEdit && <td>{waits !== 'deletion' && <SegmentMenu {...of} />}</td>}
    </tr>
  );
}

function SegmentMenu({ segment, at, save }: OfSegment) {
  const title = segment.title ?? TEXTS.newPart;

  async function remove() {
    save({ kind: 'segment-deletion', ...at });
    modals.closeAll();
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={segmentActionsText(title)}>
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
