import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '#ui/class-names.ts';
import classes from './ColumnHead.module.css';
import { MAX_COLUMN_PX, MIN_COLUMN_PX } from './columns.ts';
import { LIST_TEXTS, widthText } from './list-texts.ts';

interface ColumnHeadProps {
  title: string;
  className?: string | undefined;
  /** Of a column that orders the list: its order now, if it is this one. */
  order?: { now: 'asc' | 'desc' | null; onOrder: () => void };
  /** Of a column that can be widened: the width that was set, in px; null if none was. */
  width?: number | null;
  onWiden?: (px: number) => void;
}

const STEP_PX = 16;

/** The title of a column: a press orders the list, the edge widens the column by pointer or by the arrow keys. */
export function ColumnHead({ title, className, order, width = null, onWiden }: ColumnHeadProps) {
  const head = useRef<HTMLSpanElement>(null);
  const widthPx = () => head.current?.getBoundingClientRect().width ?? MIN_COLUMN_PX;
  return (
    <span
      ref={head}
      role="columnheader"
      className={classNames(classes.head, className)}
      {...(order?.now ? { 'aria-sort': order.now === 'asc' ? ('ascending' as const) : ('descending' as const) } : {})}
    >
      {order === undefined ? (
        title
      ) : (
        <UnstyledButton className={classes.order ?? ''} onClick={order.onOrder}>
          {title}
          {order.now === 'asc' && <IconArrowUp size={14} stroke={1.75} aria-hidden />}
          {order.now === 'desc' && <IconArrowDown size={14} stroke={1.75} aria-hidden />}
        </UnstyledButton>
      )}
      {onWiden && <WidthHandle title={title} width={width} widthPx={widthPx} onWiden={onWiden} />}
    </span>
  );
}

interface WidthHandleProps {
  title: string;
  width: number | null;
  widthPx: () => number;
  onWiden: (px: number) => void;
}

function WidthHandle({ title, width, widthPx, onWiden }: WidthHandleProps) {
  const drag = useRef<{ x: number; px: number } | null>(null);

  function start(event: PointerEvent<HTMLSpanElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, px: widthPx() };
  }
  function move(event: PointerEvent<HTMLSpanElement>) {
    if (drag.current !== null) onWiden(drag.current.px + event.clientX - drag.current.x);
  }
  function press(event: KeyboardEvent<HTMLSpanElement>) {
    const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onWiden(widthPx() + step);
  }
  return (
    <span
      className={classes.handle}
      role="slider"
      aria-orientation="horizontal"
      aria-label={widthText(title)}
      aria-valuemin={MIN_COLUMN_PX}
      aria-valuemax={MAX_COLUMN_PX}
      aria-valuenow={width ?? MIN_COLUMN_PX}
      aria-valuetext={width === null ? LIST_TEXTS.automaticWidth : `${width} px`}
      tabIndex={0}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onKeyDown={press}
    />
  );
}
