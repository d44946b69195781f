import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { asideText, decideText, MASK_TEXTS, nameOf, voxelsText } from './mask-texts.ts';
import { goTo } from './go-to.ts';
import { useMask } from './masks-context.tsx';
import { SaveWorkButton } from './work-file/WorkFileButtons.tsx';
import classes from './Conflicts.module.css';
import type { DrawnSegment } from './study-segmentations.ts';

/** What two people drew on the same voxels, and what the server could not write: nothing of it is lost. */
export function Conflicts({ segments }: { segments: readonly DrawnSegment[] }) {
  const workstation = useWorkstation();
  const { masks } = workstation;
  const news = useMask((state) => state.news);
  if (news === null || news.conflicts.length + news.aside.length === 0) return null;
  const segmentName = (uuid: string): string => nameOf(segments.find((one) => one.uuid === uuid)?.title ?? null);
  return (
    <section className={classes.conflicts} aria-label={MASK_TEXTS.decide}>
      {news.conflicts.length > 0 && (
        <>
          <h2 className={classes.title}>
            <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            {decideText(news.conflicts.length)}
          </h2>
          <p className={classes.note}>{MASK_TEXTS.decideWhy}</p>
        </>
      )}
      <ul className={classes.list}>
        {news.conflicts.map((one, at) => (
          <li key={one.uuid} className={classes.conflict} data-conflict={one.uuid}>
            <button type="button" className={classes.place} onClick={() => goTo(workstation, one.at)}>
              {`${at + 1} · ${segmentName(one.segment)} · ${voxelsText(one.voxels)}`}
            </button>
            <span className={classes.buttons}>
              <Button size="xs" variant={at === 0 ? 'filled' : 'default'} onClick={() => masks.settle(one.uuid, 'take')}>
                {MASK_TEXTS.take}
              </Button>
              <Button size="xs" variant="default" onClick={() => masks.settle(one.uuid, 'leave')}>
                {MASK_TEXTS.leave}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {[...Map.groupBy(news.aside, ({ reason }) => reason)].map(([reason, all]) => (
        <p key={reason} className={classes.note}>
          {`${MASK_TEXTS.aside}: ${all.length}. ${asideText(reason)}`}
        </p>
      ))}
      {news.aside.length > 0 && (
        <>
          <p className={classes.note}>{MASK_TEXTS.asideWhy}</p>
          <span className={classes.buttons}>
            <SaveWorkButton isMain />
          </span>
        </>
      )}
    </section>
  );
}
