import { Menu } from '@mantine/core';
import { IconWindowMaximize } from '@tabler/icons-react';
import { showNotice } from '#ui/toasts.ts';
import layoutClasses from '#features/annotator/frame/LayoutMenu.module.css';
import { WINDOW_TEXTS } from './screens-texts.ts';
import { openSecondWindow, secondAddress, windowPorts } from './second-window.ts';

/** In the menu of layouts. */
export function SecondWindowItem({ isRead }: { isRead: boolean }) {
  async function open() {
    if ((await openSecondWindow(secondAddress(location), windowPorts())) === 'blocked') showNotice(WINDOW_TEXTS.again);
  }
  return (
    <Menu.Item disabled={isRead} leftSection={<IconWindowMaximize size={16} stroke={1.5} aria-hidden />} onClick={() => void open()}>
      {WINDOW_TEXTS.open}
      <span className={layoutClasses.note}>{isRead ? WINDOW_TEXTS.notInRead : WINDOW_TEXTS.openWhy}</span>
    </Menu.Item>
  );
}
