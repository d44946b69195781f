import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconTag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Sheet } from '#ui/Sheet.tsx';
import classes from './Labels.module.css';

interface LabelDropdownProps {
  label: string;
  title: string;
  where: 'row' | 'panel';
  children: ReactNode;
}

/** A button with its menu: next to it, or on a phone from the lower edge. No event in it reaches the row below. */
export function LabelDropdown({ label, title, where, children }: LabelDropdownProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const button = (
    <ActionIcon
      className={classes.open ?? ''}
      data-where={where}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.stopPropagation();
        toggle();
      }}
    >
      <IconTag size={16} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
  if (isPhone) {
    return (
      <span
        className={classes.keep}
        role="presentation"
        onClick={stop}
        onKeyDown={(event) => {
          stop(event);
          // Escape must close neither the panel below nor the sheet.
          if (event.key === 'Escape') close();
        }}
      >
        {button}
        <Sheet opened={isOpen} onClose={close} title={title}>
          {children}
        </Sheet>
      </span>
    );
  }
  return (
    <Popover opened={isOpen} onChange={(opened) => !opened && close()} position="bottom-start" width={300} trapFocus returnFocus>
      <Tooltip label={label} disabled={isOpen}>
        <Popover.Target>{button}</Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={classes.dropdown ?? ''} onClick={stop} onKeyDown={stop}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** React events bubble from the menu to the row, so keys and presses are stopped here. */
function stop(event: { stopPropagation(): void }): void {
  event.stopPropagation();
}
