import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FrameDropdown.module.css';
import { Sheet } from './Sheet.tsx';

interface FrameDropdownProps {
  icon: Icon;
  /** Of the button. */
  label: string;
  /** Of what opens. */
  title: string;
  /** On the button; null for none. */
  badge?: string | null;
  /** Pixels. */
  width: number;
  /** If the sidebar is a rail, it opens next to it. */
  isRail?: boolean;
  opened: boolean;
  onChange: (opened: boolean) => void;
  children: ReactNode;
}

/**
 * A button of the frame and its dropdown: next to it, or on a phone from the lower edge (design.md §9). Esc closes it and returns the
 * focus.
 */
export function FrameDropdown({ icon: ButtonIcon, label, title, badge = null, width, isRail = false, ...rest }: FrameDropdownProps) {
  const { opened, onChange, children } = rest;
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const button = (
    <ActionIcon
      className={classes.button ?? ''}
      size={isPhone ? 44 : 28}
      aria-label={label}
      aria-haspopup="dialog"
      data-opened={opened || undefined}
      onClick={() => onChange(!opened)}
    >
      <ButtonIcon size={isPhone ? 22 : 18} stroke={1.5} aria-hidden />
      {badge !== null && (
        <span className={classes.badge} aria-hidden>
          {badge}
        </span>
      )}
    </ActionIcon>
  );
  if (isPhone) {
    return (
      <>
        {button}
        <Sheet opened={opened} onClose={() => onChange(false)} title={title}>
          {children}
        </Sheet>
      </>
    );
  }
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position={isRail ? 'right-start' : 'bottom-start'}
      width={`min(${width}px, calc(100vw - 1.5rem))`}
      trapFocus
      returnFocus
    >
      <Tooltip label={title} position={isRail ? 'right' : 'bottom'} disabled={opened}>
        <Popover.Target>{button}</Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={classes.dropdown ?? ''} aria-label={title}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
