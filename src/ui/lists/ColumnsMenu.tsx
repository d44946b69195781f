import { ActionIcon, Button, Checkbox, Popover, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3, type Icon } from '@tabler/icons-react';
import { useState, type DragEvent, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import classes from './ColumnsMenu.module.css';
import { LIST_TEXTS, moveColumnDownText, moveColumnUpText } from './list-texts.ts';
import type { Columns } from './use-columns.ts';

/** Which columns a list shows, and their order, by dragging or by buttons. `always`: title of the one that cannot be hidden or moved. */
export function ColumnsMenu<Id extends string>({ columns, always }: { columns: Columns<Id>; always: string }) {
  const { all, move } = columns;
  const shown = new Set(columns.shown.map(({ id }) => id));
  const [dragged, setDragged] = useState<Id | null>(null);
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button visibleFrom="sm" variant="default" leftSection={<IconColumns3 size={16} stroke={1.5} aria-hidden />}>
          {LIST_TEXTS.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>
        <div className={classes.head}>
          <span className={classes.note}>{LIST_TEXTS.columnsNote}</span>
          <Button variant="subtle" size="compact-sm" onClick={columns.reset}>
            {LIST_TEXTS.reset}
          </Button>
        </div>
        <ul className={classes.list}>
          <li className={classes.fixed}>
            {always} <span className={classes.note}>{LIST_TEXTS.alwaysShown}</span>
          </li>
          {all.map(({ id, title }, place) => (
            <li key={id} data-dragged={id === dragged || undefined}>
              <Checkbox
                className={classes.name ?? ''}
                label={title}
                checked={shown.has(id)}
                onChange={(event) => columns.show(id, event.currentTarget.checked)}
                wrapperProps={{
                  'data-column': id,
                  draggable: true,
                  onDragStart: (event: DragEvent) => {
                    event.dataTransfer.effectAllowed = 'move';
                    setDragged(id);
                  },
                  onDragEnd: () => setDragged(null),
                  onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
                  onDrop: (event: DragEvent) => {
                    event.preventDefault();
                    if (dragged !== null) move(dragged, place);
                  },
                }}
              />
              <MoveButton icon={IconArrowUp} label={moveColumnUpText(title)} isEnd={place === 0} onMove={() => move(id, place - 1)} />
              <MoveButton
                icon={IconArrowDown}
                label={moveColumnDownText(title)}
                isEnd={place === all.length - 1}
                onMove={() => move(id, place + 1)}
              />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

interface MoveButtonProps {
  icon: Icon;
  label: string;
  /** The column is already there. The button stays focusable, so that the focus is not lost at the end of the list. */
  isEnd: boolean;
  onMove: () => void;
}

function MoveButton({ icon: MoveIcon, label, isEnd, onMove }: MoveButtonProps) {
  /** The browser drops the focus of a node that is moved. */
  function press({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (isEnd) return;
    flushSync(onMove);
    currentTarget.focus();
  }
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...(isEnd ? { 'data-disabled': true, 'aria-disabled': true } : {})} onClick={press}>
        <MoveIcon size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
