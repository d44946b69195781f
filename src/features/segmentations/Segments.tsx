import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconEyeOff, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { withSegmentMoved } from '#model/segment-order.ts';
import { Swatch } from '#ui/Swatch.tsx';
import classes from './Organize.module.css';
import { SegmentMenu, type Moves, type OfSegment } from './SegmentMenu.tsx';
import type { SegmentWaits, ShownSegmentation } from './shown-segmentations.ts';
import { hideSegmentText, showSegmentText, TEXTS } from './texts.ts';
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

const WAITS: Readonly<Record<SegmentWaits, string>> = {
  number: TEXTS.waiting,
  change: TEXTS.savedLater,
  deletion: TEXTS.deletedLater,
};

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
