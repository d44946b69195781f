import { Button } from '@mantine/core';
import { IconDeviceDesktopCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatDate } from '#ui/format.ts';
import { isCheckDue, useDisplayCheck } from './display-check.ts';
import { DisplayCheckDialog } from './DisplayCheckDialog.tsx';
import { CHECK_TEXTS } from './screens-texts.ts';
import classes from './Screens.module.css';

/** A page may stay open over night. */
const LOOK_EVERY_MS = 10 * 60_000;

/** Under the header while a check of the display is due: a line, and nothing that covers images. */
export function CheckLine() {
  const { check, change } = useDisplayCheck();
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const isDue = isCheckDue(check, now);
  if (!isDue && !isOpen) return null;
  return (
    <section className={classes.line} aria-label={CHECK_TEXTS.title} data-dims>
      <IconDeviceDesktopCheck size={16} stroke={1.5} aria-hidden />
      <span>{check.checkedAt === null ? CHECK_TEXTS.due : CHECK_TEXTS.dueSince(formatDate(check.checkedAt))}</span>
      <Button variant="default" size="compact-xs" onClick={() => setOpen(true)}>
        {CHECK_TEXTS.open}
      </Button>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={() => change({ putOffAt: Date.now() })}>
        {CHECK_TEXTS.putOff}
      </Button>
      <DisplayCheckDialog opened={isOpen} onClose={() => setOpen(false)} onChecked={() => change({ checkedAt: Date.now() })} />
    </section>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const looks = setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(looks);
  }, []);
  return now;
}
