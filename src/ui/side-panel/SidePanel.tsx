import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './side-panel.module.css';

interface SidePanelProps {
  isOpen: boolean;
  title: ReactNode;
  /** Of its button. */
  closeLabel: string;
  /** Where there is room for it. */
  width: string;
  /** False: it stays until somebody has done what it asks for. */
  mayClose?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** One thing of a list beside it; full screen below 992. When it closes, the focus returns to where it was opened. */
export function SidePanel({ isOpen, title, closeLabel, width, mayClose = true, onClose, children }: SidePanelProps) {
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  return (
    <Drawer
      opened={isOpen}
      onClose={() => mayClose && onClose()}
      withCloseButton={mayClose}
      closeOnEscape={mayClose}
      closeOnClickOutside={mayClose}
      position="right"
      size={isWide ? width : '100%'}
      title={title}
      classNames={{
        content: classes.panel ?? '',
        header: classes.head ?? '',
        body: classes.body ?? '',
        title: classes.title ?? '',
      }}
      overlayProps={{ backgroundOpacity: 0.2 }}
      closeButtonProps={{ 'aria-label': closeLabel }}
      transitionProps={{ duration: 220 }}
    >
      {children}
    </Drawer>
  );
}
