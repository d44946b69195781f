import { Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ServerButton } from '#ui/ServerButton.tsx';
import classes from './SelectionAction.module.css';

interface SelectionActionProps {
  icon: Icon;
  label: string;
  serverReachable: boolean;
  /** Why it cannot be done now, if the server cannot be reached. */
  why: string;
  children: (close: () => void) => ReactNode;
}

/** A button of the selection bar that asks for one more thing: which label, which folder. */
export function SelectionAction({ icon: ActionIcon, label, serverReachable, why, children }: SelectionActionProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover opened={isOpen} onChange={(opened) => !opened && close()} position="top" width={300} trapFocus returnFocus>
      <Popover.Target>
        <ServerButton
          serverReachable={serverReachable}
          why={why}
          variant="default"
          leftSection={<ActionIcon size={16} stroke={1.5} aria-hidden />}
          onClick={toggle}
        >
          {label}
        </ServerButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>{children(close)}</Popover.Dropdown>
    </Popover>
  );
}
