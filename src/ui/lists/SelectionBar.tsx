import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import { LIST_TEXTS, selectedPlacesText, selectedText } from './list-texts.ts';
import classes from './SelectionBar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Pick<Selection, 'rows' | 'clear' | 'remove'>;
  /** Ids of the shown page. */
  page: readonly string[];
  total: number;
  noName: string;
  /** What can be done with the selection; the one that deletes is last. */
  children: ReactNode;
}

/** At the foot of a list while rows are selected. It covers nothing, because the list ends above it. */
export function SelectionBar({ selection, page, total, noName, children }: SelectionBarProps) {
  const { rows, clear, remove } = selection;
  if (rows.size === 0) return null;
  const onPage = page.filter((id) => rows.has(id)).length;
  return (
    <section className={classes.bar} data-selection-bar aria-label={selectedText(rows.size, total)}>
      <p className={classes.count} role="status">
        <strong>{selectedText(rows.size, total)}</strong> <span>{selectedPlacesText(onPage, rows.size)}</span>
      </p>
      <Popover position="top-start" width={320} trapFocus returnFocus>
        <Popover.Target>
          <Button variant="subtle">{LIST_TEXTS.showSelection}</Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown ?? ''}>
          <ul className={classes.rows}>
            {[...rows.values()].map(({ id, name }) => (
              <li key={id}>
                <bdi className={classes.name}>{name || noName}</bdi>
                <ActionIcon aria-label={t('Remove {name}', { name: name || noName })} onClick={() => remove(id)}>
                  <IconX size={14} stroke={1.75} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
      <div className={classes.actions}>{children}</div>
      <Tooltip label={LIST_TEXTS.clearSelection}>
        <ActionIcon aria-label={LIST_TEXTS.clearSelection} onClick={clear}>
          <IconX size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </section>
  );
}
