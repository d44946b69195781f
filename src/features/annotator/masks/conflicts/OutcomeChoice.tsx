import { Button, Kbd } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isNoSlice } from '#model/pictures/no-slice.ts';
import { goTo } from '#features/annotator/masks/go-to.ts';
import { MASK_TEXTS } from '#features/annotator/masks/mask-texts.ts';
import { sheetOf } from '#features/annotator/pane/sheet.ts';
import { useWorkstation, type Workstation } from '#features/annotator/workstation.ts';
import { paintPicture } from '#workers/voxels/handle.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import type { ConflictOnSlice, MaskConflict } from '#workers/masks/types.ts';
import classes from './OutcomeChoice.module.css';
import { cropOf, OUTCOMES, paintOutcome, type Outcome } from './outcomes.ts';

interface OutcomeChoiceProps {
  conflict: MaskConflict;
  selected: Outcome;
  onSelect: (outcome: Outcome) => void;
  onDecide: (outcome: Outcome) => void;
}

/** A small picture of each outcome; the filled button names the one that is selected (design.md §19, picture 44). */
export function OutcomeChoice({ conflict, selected, onSelect, onDecide }: OutcomeChoiceProps) {
  const workstation = useWorkstation();
  const on = useConflictOn(workstation, conflict);
  const colour = workstation.masks.colourOf(conflict.segment);
  const { act } = OUTCOMES.find(({ outcome }) => outcome === selected)!;
  return (
    <>
      <div className={classes.outcomes}>
        {OUTCOMES.map(({ outcome, key, name }) => (
          <button
            key={outcome}
            type="button"
            className={classes.outcome}
            aria-pressed={selected === outcome}
            aria-keyshortcuts={key}
            data-outcome={outcome}
            onClick={() => onSelect(outcome)}
          >
            <OutcomePicture {...{ on, outcome, colour }} />
            <span>
              <Kbd size="xs">{key}</Kbd> {name}
            </span>
          </button>
        ))}
      </div>
      <p className={classes.note}>{MASK_TEXTS.outcomeNote}</p>
      <span className={classes.buttons}>
        <Button size="xs" onClick={() => onDecide(selected)}>
          {act}
        </Button>
        <Button size="xs" variant="default" onClick={() => goTo(workstation, conflict.at)}>
          {MASK_TEXTS.show}
        </Button>
      </span>
    </>
  );
}

interface OnPicture {
  on: ConflictOnSlice;
  /** Null: the slice is not here yet, and the segment is shown without it. */
  picture: StoredSlice | null;
}

/** Asked again with each change of the mask. */
function useConflictOn(workstation: Workstation, { uuid, voxels }: MaskConflict): OnPicture | null {
  const [known, setKnown] = useState<OnPicture | null>(null);
  const version = workstation.masks.read().news?.version ?? 0;
  useEffect(() => {
    let isCurrent = true;
    void read().catch(reportError);
    return () => void (isCurrent = false);
    async function read(): Promise<void> {
      const on = await workstation.masks.conflictOn(uuid);
      if (!isCurrent) return;
      setKnown(on && { on, picture: null });
      const picture = on && (await pictureOf(workstation, on.slice));
      if (isCurrent && on && picture) setKnown({ on, picture });
    }
  }, [workstation, uuid, voxels, version]);
  return known;
}

async function pictureOf({ masks, series, pictures }: Workstation, inGrid: number): Promise<StoredSlice | null> {
  const { mask } = masks.read();
  const slice = mask === null ? -1 : (series.peek(mask.series)?.gridSlices?.indexOf(inGrid) ?? -1);
  if (slice < 0) return null;
  const picture = await pictures.get(mask!.seriesId, slice);
  return isNoSlice(picture) ? null : picture;
}

/** Pixels of the picture on each side; it is shown at half of that. */
const SIDE = 168;

function OutcomePicture({ on: known, outcome, colour }: { on: OnPicture | null; outcome: Outcome; colour: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.fillStyle = '#000';
    context.fillRect(0, 0, SIDE, SIDE);
    if (known === null) return;
    const { on, picture } = known;
    const crop = cropOf(on, picture === null ? { width: 1, height: 1 } : sheetOf(picture).pixel);
    if (picture !== null) {
      const { pixels, width, height } = paintPicture(picture, { window: 'stored', isInverted: false }, null);
      const image = imageOf(pixels, width, height);
      const [across, down] = [width / on.width, height / on.height];
      context.drawImage(image, crop.left * across, crop.top * down, crop.width * across, crop.height * down, 0, 0, SIDE, SIDE);
    }
    context.drawImage(imageOf(paintOutcome(on, outcome, crop, SIDE, rgbOf(colour)), SIDE, SIDE), 0, 0);
  }, [known, outcome, colour]);
  return <canvas ref={canvas} width={SIDE} height={SIDE} className={classes.picture} aria-hidden />;
}

function imageOf(pixels: Uint8ClampedArray<ArrayBuffer>, width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')!.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}

/** Of `#rrggbb`. */
function rgbOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
