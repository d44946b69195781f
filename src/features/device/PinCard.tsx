import { Button } from '@mantine/core';
import { movePin, unpinStudy } from '#localdb/kept-copies/pins.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useKeptOfStudy } from '#localdb/kept-copies/use-offline-studies.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import classes from './Pin.module.css';
import { keptAtText, pinText, TEXTS, unpinText } from './texts.ts';
import { usePromise } from './use-promise.ts';

/** The progress of a pinned study, whether the browser may delete it, and the actions. */
export function PinCard({ db, studyUuid, onUnpinned }: { db: LocalDb; studyUuid: string; onUnpinned: () => void }) {
  const kept = useKeptOfStudy(db, studyUuid);
  const { isPromised } = usePromise();
  if (!kept?.pin) return null;
  const { pin } = kept;

  function unpin() {
    onUnpinned();
    void unpinStudy(db, studyUuid);
  }

  return (
    <div className={classes.card}>
      <p className={classes.text} role="status">
        {pinText(kept, pin)}
      </p>
      {pin.state === 'kept' && pin.keptAt !== null && <p className={classes.note}>{keptAtText(pin.keptAt)}</p>}
      {pin.state !== 'kept' && pin.total !== null && pin.total > 0 && (
        <ProgressBar parts={[{ amount: kept.imageBytes, tone: 'moving' }]} total={pin.total} label={TEXTS.keep} />
      )}
      {isPromised === false && (
        <p className={classes.note}>
          {TEXTS.notPromised}. {TEXTS.notPromisedNote}
        </p>
      )}
      {isPromised === true && <p className={classes.note}>{TEXTS.promised}.</p>}
      <div className={classes.actions}>
        {pin.state === 'failed' && (
          <Button variant="default" onClick={() => void movePin(db, studyUuid, 'changed')}>
            {TEXTS.retryNow}
          </Button>
        )}
        <Button variant="default" onClick={unpin}>
          {unpinText(kept.bytes)}
        </Button>
      </div>
    </div>
  );
}
