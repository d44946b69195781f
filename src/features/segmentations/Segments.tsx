import { ActionIcon, Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconClock, IconDots, IconPlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Segment, Segmentation } from '#contract/segmentations.ts';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Swatch, SwatchField } from '#ui/Swatch.tsx';
import { showDone } from '#ui/toasts.ts';
import classes from './Organize.module.css';
import { renamedText, segmentActionsText, TEXTS } from './texts.ts';
import { useChange } from './use-organize.ts';

/** The segments of a segmentation, and the next one. The server gives its number; until then it is shown as waiting. */
export function Segments({ study, segmentation }: { study: string; segmentation: Segmentation }) {
  const { serverReachable } = useSession<Session>();
  const { busy, change } = useChange();
  const { segments, may } = segmentation;
  const params = { uuid: study, segmentationId: String(segmentation.id) };

  async function create() {
    const segment = { uuid: crypto.randomUUID() };
    const made = await change(callApi(CALLS.createSegment, { params, body: { segment } }));
    if (made !== undefined) showDone(TEXTS.segmentCreated);
  }

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
            <tr key={segment.id} data-segment={segment.value}>
              <td className={classes.number}>{segment.sort}</td>
              <th scope="row">
                <Swatch color={segment.color} /> <bdi>{segment.title}</bdi>
              </th>
              <td className={classes.number}>{segment.revision}</td>
              {may.edit && (
                <td>
                  <SegmentMenu segment={segment} params={{ ...params, segmentId: String(segment.id) }} />
                </td>
              )}
            </tr>
          ))}
          {busy && (
            <tr className={classes.waiting}>
              <th scope="row" colSpan={2}>
                <span className={classes.dashed} aria-hidden /> {TEXTS.newPart}
              </th>
              <td colSpan={2}>
                <IconClock size={14} stroke={1.5} aria-hidden /> {TEXTS.waiting}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {segments.length === 0 && !busy && <p className={classes.note}>{TEXTS.noSegments}</p>}
      {may.edit && (
        <ServerButton
          className={classes.add ?? ''}
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
          disabled={busy}
          onClick={() => void create()}
        >
          {TEXTS.newSegment}
        </ServerButton>
      )}
    </div>
  );
}

type SegmentPath = Record<'uuid' | 'segmentationId' | 'segmentId', string>;

function SegmentMenu({ segment, params }: { segment: Segment; params: SegmentPath }) {
  const { serverReachable } = useSession<Session>();
  const { change } = useChange();

  async function remove() {
    const gone = await change(callApi(CALLS.deleteSegment, { params }));
    modals.closeAll();
    if (gone === undefined) return;
    const { segmentId: _, ...at } = params;
    // SEG-014: only where something was drawn.
    if (gone.data.revision > 0) await change(callApi(CALLS.removeMaskValue, { params: { ...at, value: String(segment.value) } }));
    showDone(TEXTS.segmentDeleted);
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={segmentActionsText(segment.title)}>
          <IconDots size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        <Menu.Item
          disabled={!serverReachable}
          onClick={() => modals.open({ title: TEXTS.rename, children: <RenameForm segment={segment} params={params} /> })}
        >
          {TEXTS.rename}
        </Menu.Item>
        <Menu.Item
          disabled={!serverReachable}
          onClick={() => modals.open({ title: TEXTS.colour, children: <ColourForm segment={segment} params={params} /> })}
        >
          {TEXTS.colour}
        </Menu.Item>
        <Menu.Item
          color="coral"
          disabled={!serverReachable}
          onClick={() =>
            askFirst({
              title: `${TEXTS.deleteSegment} “${segment.title}”?`,
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

function RenameForm({ segment, params }: { segment: Segment; params: SegmentPath }) {
  const [name, setName] = useState(segment.title);
  const { busy, change } = useChange();

  async function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return;
    const saved = await change(callApi(CALLS.renameSegment, { params, body: { name: name.trim() } }));
    modals.closeAll();
    if (saved !== undefined) showDone(renamedText(segment.id));
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack>
        <TextInput
          label={TEXTS.name}
          value={name}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <FormButtons busy={busy} />
      </Stack>
    </form>
  );
}

function ColourForm({ segment, params }: { segment: Segment; params: SegmentPath }) {
  const [color, setColor] = useState(segment.color);
  const { busy, change } = useChange();

  async function save(event: FormEvent) {
    event.preventDefault();
    const saved = await change(callApi(CALLS.recolourSegment, { params, body: { color } }));
    modals.closeAll();
    if (saved !== undefined) showDone(TEXTS.recoloured);
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack>
        <SwatchField label={TEXTS.colour} colours={SEGMENT_COLOURS} value={color} onChange={setColor} />
        <FormButtons busy={busy} />
      </Stack>
    </form>
  );
}

function FormButtons({ busy }: { busy: boolean }) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={() => modals.closeAll()}>
        {TEXTS.cancel}
      </Button>
      <Button type="submit" loading={busy}>
        {TEXTS.save}
      </Button>
    </Group>
  );
}
