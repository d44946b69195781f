import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { t } from '#language/t.ts';
import { keyNames } from '#ui/key-names.ts';
import classes from './CineControl.module.css';

interface CineControlProps {
  isPlaying: boolean;
  /** Pictures per second. */
  rate: number;
  onPlay: () => void;
  onRate: (rate: number) => void;
}

const RATES = [1, 2, 5, 10, 15, 20, 30, 60];

/** Plays the active pane. It never starts by itself. */
export function CineControl({ isPlaying, rate, onPlay, onRate }: CineControlProps) {
  const name = isPlaying ? t('Pause') : t('Play');
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <span className={classes.cine}>
      <Tooltip label={`${name} (${keyNames('Shift Space')})`}>
        <ActionIcon size={30} aria-label={name} aria-keyshortcuts="Shift+Space" onClick={onPlay}>
          <Icon size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <NativeSelect
        size="xs"
        aria-label={t('Pictures per second')}
        value={String(rate)}
        onChange={(event) => onRate(Number(event.currentTarget.value))}
        data={[...new Set([...RATES, rate])].toSorted((a, b) => a - b).map((one) => ({ value: String(one), label: `${one} / s` }))}
      />
    </span>
  );
}
