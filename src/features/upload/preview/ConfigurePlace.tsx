import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { Sheet } from '#ui/Sheet.tsx';
import { TEXTS } from '#features/upload/texts.ts';
import type { Layout } from '#features/upload/use-layout.ts';
import classes from './PreviewState.module.css';

interface ConfigurePlaceProps {
  layout: Layout;
  /** Of the drawer and the sheet; the column is always shown. */
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Where the configuration panel is: a column, a drawer, or a sheet from below (design.md §7). */
export function ConfigurePlace({ layout, opened, onClose, children }: ConfigurePlaceProps) {
  if (layout === 'wide') return <div className={classes.configure}>{children}</div>;
  if (layout === 'phone')
    return (
      <Sheet opened={opened} onClose={onClose} title={TEXTS.configure}>
        {children}
      </Sheet>
    );
  return (
    <Drawer opened={opened} onClose={onClose} title={TEXTS.configure} size="sm" position="left">
      {children}
    </Drawer>
  );
}
