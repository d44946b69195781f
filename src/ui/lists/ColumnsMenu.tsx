import { Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import classes from './ColumnsMenu.module.css';
import { LIST_TEXTS } from './list-texts.ts';
import type { Columns } from './use-columns.ts';

/** Which columns a list shows. `always`: title of the one that cannot be hidden. */
export function ColumnsMenu<Id extends string>({ columns, always }: { columns: Columns<Id>; always: string }) {
  const shown = new Set(columns.shown.map(({ id }) => id));
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus>
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
          {columns.all.map(({ id, title }) => (
            <li key={id}>
              <Checkbox label={title} checked={shown.has(id)} onChange={(event) => columns.show(id, event.currentTarget.checked)} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
