import { Button, Slider } from '@mantine/core';
import { IconSlice } from '@tabler/icons-react';
import { CUT_TEXTS } from './surface-texts.ts';

interface CutControlProps {
  /** 0: before everything, 1: behind everything; null: nothing is cut away. */
  depth: number | null;
  isDisabled?: boolean;
  className?: string;
  /** Across the way it is looked at now. */
  onHere: () => void;
  onDepth: (depth: number) => void;
  onUncut: () => void;
}

/** Cuts away what is in front. */
export function CutControl({ depth, isDisabled = false, className = '', onHere, onDepth, onUncut }: CutControlProps) {
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={isDisabled}
        leftSection={<IconSlice size={16} stroke={1.5} aria-hidden />}
        onClick={onHere}
      >
        {depth === null ? CUT_TEXTS.cut : CUT_TEXTS.cutAgain}
      </Button>
      {depth !== null && (
        <>
          <Button size="xs" variant="default" disabled={isDisabled} onClick={onUncut}>
            {CUT_TEXTS.uncut}
          </Button>
          <Slider
            className={className}
            my="xs"
            min={0}
            max={100}
            step={1}
            label={null}
            disabled={isDisabled}
            value={Math.round(100 * depth)}
            thumbLabel={CUT_TEXTS.depth}
            onChange={(percent) => onDepth(percent / 100)}
          />
        </>
      )}
    </>
  );
}
