import { ActionIcon, Slider } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect } from 'react';
import { t } from '#language/t.ts';
import { angleOf, turnedView, viewAt, type View } from '#features/annotator/surfaces/turn-view.ts';
import { VOLUME_TEXTS } from './volume-texts.ts';
import classes from './TurnControl.module.css';

interface TurnControlProps {
  view: View;
  setView: (change: (before: View) => View) => void;
  isPlaying: boolean;
  onPlay: (isPlaying: boolean) => void;
}

const SECONDS_OF_A_TURN = 8;
/** A page that was in the background must not turn by all of the time that has passed. */
const MOST_SECONDS = 0.5;

/** Turns the view about the axis from head to foot: by hand, or by itself. It never starts by itself. */
export function TurnControl({ view, setView, isPlaying, onPlay }: TurnControlProps) {
  useEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function turn(now) {
      const seconds = Math.min(MOST_SECONDS, Math.max(0, now - before) / 1000);
      before = now;
      setView((from) => turnedView(from, (2 * Math.PI * seconds) / SECONDS_OF_A_TURN, 0));
      frame = requestAnimationFrame(turn);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, setView]);
  const degrees = angleOf(view.facing);
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keeps what happens here from the picture beneath
    <div
      className={classes.line}
      role="group"
      aria-label={VOLUME_TEXTS.angle}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <ActionIcon size={30} aria-label={isPlaying ? t('Pause') : VOLUME_TEXTS.turn} onClick={() => onPlay(!isPlaying)}>
        <Icon size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <Slider
        className={classes.slider ?? ''}
        size="sm"
        min={0}
        max={359}
        label={null}
        value={degrees}
        thumbLabel={VOLUME_TEXTS.angle}
        onChange={(next) => {
          onPlay(false);
          setView((from) => viewAt(from, next));
        }}
      />
      <span className={classes.degrees}>{`${degrees}°`}</span>
    </div>
  );
}
