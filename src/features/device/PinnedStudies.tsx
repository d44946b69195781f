import { Button } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { t } from '#language/t.ts';
import type { DeviceUsage } from '#localdb/kept-copies/device-usage.ts';
import { movePin, unpinStudy, type KeptOfStudy } from '#localdb/kept-copies/pins.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { formatCount } from '#ui/format.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import sections from '#ui/sections.module.css';
import classes from './DevicePage.module.css';
import { DeviceRow } from './DeviceRow.tsx';
import { keptAtText, pinText, TEXTS } from './texts.ts';

type Pinned = KeptOfStudy & { pin: NonNullable<KeptOfStudy['pin']> };

interface PinnedStudiesProps {
  db: LocalDb;
  kept: ReadonlyMap<string, KeptOfStudy>;
  usage: DeviceUsage;
  mayRead: boolean;
}

/** The pinned studies, latest first, and the models that run on them. */
export function PinnedStudies({ db, kept, usage: { models }, mayRead }: PinnedStudiesProps) {
  const pinned = [...kept.values()].filter((study): study is Pinned => study.pin !== null);
  return (
    <section aria-labelledby="device-studies">
      <h2 id="device-studies" className={sections.heading}>
        {TEXTS.studies} {pinned.length > 0 && <span className={sections.count}>{formatCount(pinned.length)}</span>}
      </h2>
      {pinned.length === 0 ? (
        <div className={sections.panel}>
          <NoStudies mayRead={mayRead} />
        </div>
      ) : (
        <ul className={sections.panel}>
          {pinned
            .sort((a, b) => b.pin.pinnedAt - a.pin.pinnedAt)
            .map((study) => (
              <PinnedStudy key={study.studyUuid} db={db} study={study} mayRead={mayRead} />
            ))}
          {models.objects > 0 && <DeviceRow title={TEXTS.models} note={TEXTS.modelsNote} bytes={models.bytes} />}
        </ul>
      )}
    </section>
  );
}

function NoStudies({ mayRead }: { mayRead: boolean }) {
  const toStudies = (
    <Button variant="default" renderRoot={(props) => <Link to="/studies-v2" {...props} />}>
      {TEXTS.toStudies}
    </Button>
  );
  return (
    <EmptyState icon={IconDeviceLaptop} title={TEXTS.noStudies} {...(mayRead ? { action: toStudies } : {})}>
      {TEXTS.noStudiesWhy}
    </EmptyState>
  );
}

function PinnedStudy({ db, study, mayRead }: { db: LocalDb; study: Pinned; mayRead: boolean }) {
  const { studyUuid, pin, bytes, imageBytes } = study;
  const name = <bdi>{pin.name.patientName || TEXTS.noName}</bdi>;
  return (
    <DeviceRow
      title={
        mayRead ? (
          <Link to="/studies-v2" search={{ study: studyUuid }} className={classes.link}>
            {name}
          </Link>
        ) : (
          name
        )
      }
      note={
        <>
          {[pin.name.description, pinText(study, pin), pin.state === 'kept' && pin.keptAt !== null && keptAtText(pin.keptAt)]
            .filter(Boolean)
            .join(' · ')}
          {pin.state === 'keeping' && pin.total !== null && pin.total > 0 && (
            <ProgressBar parts={[{ amount: imageBytes, tone: 'moving' }]} total={pin.total} label={TEXTS.keep} />
          )}
        </>
      }
      bytes={bytes}
      action={
        <>
          {pin.state === 'failed' && (
            <Button variant="default" onClick={() => void movePin(db, studyUuid, 'changed')}>
              {TEXTS.retryNow}
            </Button>
          )}
          <Button
            variant="default"
            aria-label={t('Unpin {name}', { name: pin.name.patientName }).trim()}
            onClick={() => void unpinStudy(db, studyUuid)}
          >
            {TEXTS.unpin}
          </Button>
        </>
      }
    />
  );
}
