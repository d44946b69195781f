import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DeviceUsage } from '#localdb/kept-copies/device-usage.ts';
import { releaseKeptCopies } from '#localdb/kept-copies/kept-copies.ts';
import type { LocalDb } from '#localdb/schema.ts';
import sections from '#ui/sections.module.css';
import { DeviceRow } from './DeviceRow.tsx';
import { freeText, TEXTS, waitingText } from './texts.ts';

/** Waiting uploads cannot be freed here; they are cleared on the upload page. */
export function UploadsSection({ db, usage: { waiting, proved }, mayUpload }: { db: LocalDb; usage: DeviceUsage; mayUpload: boolean }) {
  return (
    <section aria-labelledby="device-uploads">
      <h2 id="device-uploads" className={sections.heading}>
        {TEXTS.uploads}
      </h2>
      <ul className={sections.panel}>
        <DeviceRow
          title={waiting.studies > 0 ? waitingText(waiting.studies) : TEXTS.waiting}
          note={waiting.studies > 0 ? TEXTS.waitingNote : TEXTS.nothingWaits}
          bytes={waiting.bytes}
          action={
            waiting.studies > 0 &&
            mayUpload && (
              <Button variant="default" renderRoot={(props) => <Link to="/upload-v2" {...props} />}>
                {TEXTS.toUpload}
              </Button>
            )
          }
        />
        <DeviceRow
          title={TEXTS.proved}
          note={proved.bytes > 0 ? TEXTS.provedNote : TEXTS.nothingProved}
          bytes={proved.bytes}
          action={
            proved.bytes > 0 && (
              <Button variant="default" onClick={() => void releaseKeptCopies(db, Number.POSITIVE_INFINITY)}>
                {freeText(proved.bytes)}
              </Button>
            )
          }
        />
      </ul>
    </section>
  );
}
