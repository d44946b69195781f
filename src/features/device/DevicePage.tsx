import type { LocalDb } from '#localdb/schema.ts';
import { useDeviceUsage, useKeptByStudy } from '#localdb/kept-copies/use-offline-studies.ts';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import { BrowserSection } from './BrowserSection.tsx';
import { PinnedStudies } from './PinnedStudies.tsx';
import { SeenSection } from './SeenSection.tsx';
import { TEXTS } from './texts.ts';
import { UploadsSection } from './UploadsSection.tsx';

/** What is stored on this device, why, and how much of it the user can free. */
export function DevicePage({ db, mayUpload, mayRead }: { db: LocalDb; mayUpload: boolean; mayRead: boolean }) {
  const usage = useDeviceUsage(db);
  const kept = useKeptByStudy(db);
  return (
    <Page title={TEXTS.title}>
      <div className={sections.sections} aria-busy={usage === undefined || kept === undefined}>
        {usage && kept && (
          <>
            <UploadsSection db={db} usage={usage} mayUpload={mayUpload} />
            <PinnedStudies db={db} kept={kept} usage={usage} mayRead={mayRead} />
            <SeenSection db={db} usage={usage} />
            <BrowserSection
              changed={`${usage.waiting.bytes} ${usage.proved.bytes} ${usage.cache.bytes} ${usage.models.bytes} ${kept.size}`}
            />
          </>
        )}
      </div>
    </Page>
  );
}
