import { Button } from '@mantine/core';
import { IconBell, IconBellCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { SENDING_TEXTS } from './sending-texts.ts';
import classes from './TellMe.module.css';

/** PWA-44: the browser is asked for leave only when a person presses this. */
export function TellMe() {
  const [permission, setPermission] = useState(() => ('Notification' in globalThis ? Notification.permission : 'denied'));
  if (permission === 'denied') return null;
  if (permission === 'granted') {
    return (
      <span className={classes.told}>
        <IconBellCheck size={16} stroke={1.5} aria-hidden />
        {SENDING_TEXTS.willTell}
      </span>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={<IconBell size={16} stroke={1.5} aria-hidden />}
      onClick={() => void Notification.requestPermission().then(setPermission)}
    >
      {SENDING_TEXTS.tellMe}
    </Button>
  );
}
