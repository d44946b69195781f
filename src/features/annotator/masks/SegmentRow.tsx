import { ActionIcon } from '@mantine/core';
import { IconClock, IconEye, IconEyeOff, IconLock, IconLockOpen } from '@tabler/icons-react';
import { LayerSwatch } from '#features/annotator/overlays/LayerSwatch.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import { MASK_TEXTS, mlText, nameOf, voxelsText } from './mask-texts.ts';
import { useMask, useMaskPanel } from './masks-context.tsx';
import classes from './SegmentRow.module.css';
import type { DrawnSegment } from './study-segmentations.ts';

/** A segment: which it is, how large, and whether it is shown and locked. A click makes it the one that is drawn. */
export function SegmentRow({ segment, segmentation, mayEdit }: { segment: DrawnSegment; segmentation: string; mayEdit: boolean }) {
  const { masks } = useWorkstation();
  const { segmentations, toggleLock } = useMaskPanel();
  const { uuid, sort, title, waits } = segment;
  const isCurrent = useMask(({ current }) => current === uuid);
  const isLocked = useMask(({ locked }) => locked.has(uuid));
  const look = useMask(() => masks.lookOf(uuid));
  const news = useMask(({ news: known }) => known?.segments.find((one) => one.uuid === uuid));
  const isOpen = useMask(({ status }) => status === 'open');
  const isHidden = segmentations.hidden.isHidden(uuid);
  const name = nameOf(title);
  return (
    <li className={classes.row} data-segment={uuid} data-current={isCurrent || undefined} data-hidden={isHidden || undefined}>
      <button type="button" className={classes.choose} aria-pressed={isCurrent} onClick={() => masks.choose(uuid)}>
        <span className={classes.number}>{sort}</span>
        <LayerSwatch colour={masks.colourOf(uuid)} drawn={look.drawn} isShown={!isHidden} />
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
        {waits === 'number' ? (
          <span className={classes.size} title={MASK_TEXTS.waits}>
            <IconClock size={14} stroke={1.5} role="img" aria-label={MASK_TEXTS.waits} />
          </span>
        ) : (
          isOpen && <span className={classes.size}>{sizeText(news ?? NOTHING)}</span>
        )}
      </button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('Show {name}', { name })}
        aria-pressed={!isHidden}
        onClick={() => segmentations.hidden.toggle(uuid)}
      >
        {isHidden ? <IconEyeOff size={16} stroke={1.5} aria-hidden /> : <IconEye size={16} stroke={1.5} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('Lock {name}', { name })}
        aria-pressed={isLocked}
        data-locked={isLocked || undefined}
        className={classes.lock}
        onClick={() => toggleLock(uuid)}
      >
        {isLocked ? <IconLock size={16} stroke={1.5} aria-hidden /> : <IconLockOpen size={16} stroke={1.5} aria-hidden />}
      </ActionIcon>
      {mayEdit && segmentations.menuOf(segmentation, uuid)}
    </li>
  );
}

const NOTHING = { voxels: 0, ml: null };

function sizeText({ voxels, ml }: { voxels: number; ml: number | null }): string {
  if (voxels === 0) return MASK_TEXTS.empty;
  return ml === null ? voxelsText(voxels) : mlText(ml);
}
