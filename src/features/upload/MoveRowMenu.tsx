import { Menu } from '@mantine/core';
import classes from './MoveRowMenu.module.css';
import { MoveItems } from './MoveItems.tsx';
import type { MoveTarget } from './move-targets.ts';
import { TEXTS } from './texts.ts';

interface MoveRowMenuProps {
  targets: readonly MoveTarget[];
  onMove: (target: MoveTarget) => void;
  onClose: () => void;
}

/** Menus close at a key outside of them as well; the one that opened this has not come to its end when the menu is there. */
const CLOSED_BY = ['mousedown', 'touchstart'];

/** Opened by M on a row: where this one series may go. The focus goes back to the row. */
export function MoveRowMenu({ targets, onMove, onClose }: MoveRowMenuProps) {
  return (
    <Menu opened onClose={onClose} clickOutsideEvents={CLOSED_BY} position="bottom-end" returnFocus shadow="lg" width="max-content">
      <Menu.Target>
        {/* A place, not a control; the menu has its name from it. */}
        <span className={classes.anchor} aria-hidden aria-label={TEXTS.moveToStudy} />
      </Menu.Target>
      <Menu.Dropdown>
        <MoveItems targets={targets} onMove={onMove} />
      </Menu.Dropdown>
    </Menu>
  );
}
