import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { SliceSlider } from '#ui/upload/SliceSlider.tsx';
import classes from './PlayLine.module.css';

interface PlayLineProps {
  slice: number;
  slices: number;
  onSlice: (slice: number) => void;
  label: string;
  /** Null: it cannot be played. */
  play: { isPlaying: boolean; onPlay: () => void; rate: number; onRate: (rate: number) => void } | null;
}

/** The position in the series, and the playback, which never starts automatically. */
export function PlayLine({ slice, slices, onSlice, label, play }: PlayLineProps) {
  return (
    <div className={classes.line}>
      {play && (
        <>
          <Tooltip label={`${play.isPlaying ? t('Pause') : t('Play')} (K)`}>
            <ActionIcon aria-label={play.isPlaying ? t('Pause') : t('Play')} aria-keyshortcuts="K" onClick={play.onPlay}>
              {play.isPlaying ? (
                <IconPlayerPause size={18} stroke={1.5} aria-hidden />
              ) : (
                <IconPlayerPlay size={18} stroke={1.5} aria-hidden />
              )}
            </ActionIcon>
          </Tooltip>
          <NativeSelect
            className={classes.rate ?? ''}
            size="xs"
            aria-label={t('Pictures per second')}
            value={String(play.rate)}
            onChange={(event) => play.onRate(Number(event.currentTarget.value))}
            data={rates(play.rate).map((rate) => ({ value: String(rate), label: `${rate} / s` }))}
          />
        </>
      )}
      <div className={classes.slider}>
        <SliceSlider
          slice={slice}
          slices={slices}
          onSlice={onSlice}
          label={t('Slice of {label}', { label })}
          spoken={(position, of) => t('slice {slice} of {slices}', { slice: position, slices: of })}
        />
      </div>
    </div>
  );
}

function rates(current: number): number[] {
  return [...new Set([1, 2, 5, 10, 15, 20, 30, 60, current])].sort((a, b) => a - b);
}
