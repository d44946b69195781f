import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Sheet.module.css';

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** Opens from the lower edge of a phone, as high as its content (design.md §9). */
export function Sheet({ opened, onClose, title, children }: SheetProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      data-sheet
      title={title}
      classNames={{ content: classes.sheet ?? '', header: classes.header ?? '' }}
    >
      {children}
    </Drawer>
  );
}
