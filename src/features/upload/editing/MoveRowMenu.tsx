import { Menu } from '@mantine/core';
import classes from './MoveRowMenu.module.css';
import { MoveItems } from './MoveItems.tsx';
import type { MoveTarget } from './move-targets.ts';
import { TEXTS } from '#features/upload/texts.ts';

interface MoveRowMenuProps {
  targets: readonly MoveTarget[];
  onMove: (target: MoveTarget) => void;
  onClose: () => void;
}

/** Menus also close on outside keys, and the key that opened this one is still down when the menu appears. */
const CLOSED_BY = ['mousedown', 'touchstart'];

/** Opened by M on a row: the targets of this series. The focus returns to the row. */
export function MoveRowMenu({ targets, onMove, onClose }: MoveRowMenuProps) {
  return (
    <Menu opened onClose={onClose} clickOutsideEvents={CLOSED_BY} position="bottom-end" returnFocus shadow="lg" width="max-content">
      <Menu.Target>
        {/* An anchor, not a control; it names the menu. */}
        <span className={classes.anchor} aria-hidden aria-label={TEXTS.moveToStudy} />
      </Menu.Target>
      <Menu.Dropdown>
        <MoveItems targets={targets} onMove={onMove} />
      </Menu.Dropdown>
    </Menu>
  );
}
