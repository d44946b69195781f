import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useLast } from '#ui/side-panel/use-last.ts';
import type { SeriesViewer } from './SeriesViewerSlot.tsx';
import classes from './StudyPanel.module.css';
import { StudyDetail } from './StudyDetail.tsx';

/**
 * One study next to the list (LIST-012). From 1400 the list stays usable; on narrower screens the panel covers it, and below 992 it fills
 * the screen. When it closes, the focus returns to the row.
 */
export function StudyPanel({ uuid, onClose, Viewer }: { uuid: string | null; onClose: () => void; Viewer: SeriesViewer }) {
  const isBeside = useMediaQuery('(min-width: 87.5em)', undefined, { getInitialValueInEffect: false });
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  const shown = useLast(uuid);
  useFocusOnRow(uuid);
  return (
    <Drawer.Root
      opened={uuid !== null}
      position="right"
      size={isWide ? '46.875rem' : '100%'}
      classNames={{ content: classes.panel ?? '' }}
      onClose={onClose}
      trapFocus={!isBeside}
      lockScroll={!isBeside}
      returnFocus={false}
      closeOnClickOutside
      transitionProps={{ duration: 220 }}
    >
      {!isBeside && <Drawer.Overlay backgroundOpacity={0.2} />}
      <Drawer.Content aria-modal={!isBeside}>{shown !== null && <StudyDetail key={shown} uuid={shown} Viewer={Viewer} />}</Drawer.Content>
    </Drawer.Root>
  );
}

function useFocusOnRow(uuid: string | null): void {
  const before = useRef(uuid);
  useEffect(() => {
    const closed = uuid === null ? before.current : null;
    before.current = uuid;
    if (closed !== null) document.querySelector<HTMLElement>(`[role="row"][data-study="${closed}"]`)?.focus();
  }, [uuid]);
}
