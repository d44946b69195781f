import { Button } from '@mantine/core';
import type { DeviceUsage } from '#localdb/kept-copies/device-usage.ts';
import { releaseCache } from '#localdb/kept-copies/offline-cache.ts';
import type { LocalDb } from '#localdb/schema.ts';
import sections from '#ui/sections.module.css';
import { DeviceRow } from './DeviceRow.tsx';
import { freeText, TEXTS } from './texts.ts';

export function SeenSection({ db, usage: { cache } }: { db: LocalDb; usage: DeviceUsage }) {
  return (
    <section aria-labelledby="device-seen">
      <h2 id="device-seen" className={sections.heading}>
        {TEXTS.seen}
      </h2>
      <ul className={sections.panel}>
        <DeviceRow
          title={cache.objects > 0 ? TEXTS.seenHere : TEXTS.nothingSeen}
          note={TEXTS.seenNote}
          bytes={cache.bytes}
          action={
            cache.objects > 0 && (
              <Button variant="default" onClick={() => void releaseCache(db, Number.POSITIVE_INFINITY)}>
                {freeText(cache.bytes)}
              </Button>
            )
          }
        />
      </ul>
    </section>
  );
}
