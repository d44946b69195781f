import { Button } from '@mantine/core';
import { IconBell, IconBellCheck } from '@tabler/icons-react';
import { useSystemNotices } from '#ui/browser/system-notice.ts';
import { SENDING_TEXTS } from './sending-texts.ts';
import classes from './NotifyButton.module.css';

/** PWA-44. */
export function NotifyButton() {
  const { leave, ask } = useSystemNotices();
  if (leave === 'denied') return null;
  if (leave === 'granted') {
    return (
      <span className={classes.told}>
        <IconBellCheck size={16} stroke={1.5} aria-hidden />
        {SENDING_TEXTS.willTell}
      </span>
    );
  }
  return (
    <Button variant="default" leftSection={<IconBell size={16} stroke={1.5} aria-hidden />} onClick={ask}>
      {SENDING_TEXTS.tellMe}
    </Button>
  );
}
