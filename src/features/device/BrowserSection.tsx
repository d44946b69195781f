import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import sections from '#ui/sections.module.css';
import { DeviceRow } from './DeviceRow.tsx';
import { grantedText, TEXTS } from './texts.ts';
import { usePromise } from './use-promise.ts';

/** The browser's storage, and whether it may delete data automatically. `changed` reads it again. */
export function BrowserSection({ changed }: { changed: unknown }) {
  const { isPromised, ask } = usePromise();
  const [isAskedInVain, setAskedInVain] = useState(false);
  const granted = useGranted(changed);
  if (isPromised === undefined) return null;
  const askIt = (
    <Button variant="default" onClick={() => void ask().then((isGiven) => setAskedInVain(!isGiven))}>
      {TEXTS.ask}
    </Button>
  );
  return (
    <section aria-labelledby="device-browser">
      <h2 id="device-browser" className={sections.heading}>
        {TEXTS.browser}
      </h2>
      <ul className={sections.panel}>
        <DeviceRow
          title={promiseText(isPromised)}
          note={<span role="status">{isPromised ? TEXTS.promisedNote : isAskedInVain ? TEXTS.askedInVain : TEXTS.notPromisedNote}</span>}
          action={isPromised === false && askIt}
        />
        {granted && <DeviceRow title={TEXTS.room} note={grantedText(granted.usage, granted.quota)} />}
      </ul>
    </section>
  );
}

function promiseText(isPromised: boolean | null): string {
  if (isPromised === null) return TEXTS.promiseUnknown;
  return isPromised ? TEXTS.promised : TEXTS.notPromised;
}

function useGranted(changed: unknown): { usage: number; quota: number } | null {
  const [granted, setGranted] = useState<{ usage: number; quota: number } | null>(null);
  useEffect(() => {
    let isGone = false;
    void navigator.storage?.estimate().then(({ usage, quota }) => {
      if (!isGone && usage !== undefined && quota !== undefined) setGranted({ usage, quota });
    });
    return () => {
      isGone = true;
    };
  }, [changed]);
  return granted;
}
