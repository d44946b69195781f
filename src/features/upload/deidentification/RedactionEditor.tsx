import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { MOST_BOXES, type BurnedIn, type PictureBox } from '#model/pictures/burned-in.ts';
import { frameCoding } from '#model/pictures/drawable.ts';
import type { SeriesView } from '#model/uploads/upload-view.ts';
import { SliceSlider } from '#ui/upload/SliceSlider.tsx';
import { isTile } from '#workers/preview/types.ts';
import classes from './RedactionEditor.module.css';
import { blackOutText, boxLabel, REDACTION_TEXTS, closedText, saidText, unsaidText } from './redaction-texts.ts';
import { noPictureText } from '#features/upload/pictures/no-picture-text.ts';
import { blackAtClose, boxBetween, boxStyle, movedBox, placedBox, type Place } from './redaction-box.ts';
import { BOXES_REFUSALS, seriesName, sliceSpoken } from '#features/upload/texts.ts';
import { showDone } from '#ui/toasts.ts';
import { usePicture } from '#features/upload/pictures/use-previewer.tsx';

interface RedactionEditorProps {
  series: SeriesView;
  /** False as soon as the report is being closed, so that drawn boxes are saved. */
  isOpen: boolean;
  onSay: (burnedIn: BurnedIn) => void;
}

/** An image that may contain a name, large enough to read, and the redaction boxes. */
export function RedactionEditor({ series, isOpen, onSay }: RedactionEditorProps) {
  const { rows, columns, transferSyntaxUID } = series.facts;
  const size = { rows, columns };
  const said: BurnedIn = series.burnedIn ?? { ...size, boxes: [], isClean: false };
  const isCompressed = frameCoding(transferSyntaxUID) !== null;
  const [slice, setSlice] = useState(series.defaultSlice);
  const { boxes, setBoxes, pressed, press } = useDrawnBoxes(said.boxes);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isArmed, setArmed] = useState(false);
  const drawButton = useRef<HTMLButtonElement>(null);
  const isChanged = JSON.stringify(boxes) !== JSON.stringify(said.boxes);
  useLeaving(isOpen, () => {
    const saved = pressed ?? said.boxes;
    const black = blackAtClose(boxes, saved);
    if (black.length === saved.length) return;
    onSay({ ...said, ...size, boxes: black });
    showDone(closedText(black.length - saved.length, seriesName(series)));
  });

  function add(box: PictureBox | null) {
    setArmed(false);
    if (!box || boxes.length >= MOST_BOXES) return;
    setBoxes([...boxes, box]);
    setChosen(boxes.length);
  }
  function remove(n: number) {
    setBoxes(boxes.filter((_, other) => other !== n));
    setChosen(boxes.length > 1 ? Math.max(0, n - 1) : null);
    if (boxes.length === 1) drawButton.current?.focus();
  }
  /** Keyboard clicks have no position; whoever clicks again has no pointer to draw with. */
  function draw(event: MouseEvent) {
    if (event.detail === 0 || isArmed) add(placedBox(boxes.length, size));
    else setArmed(true);
  }

  return (
    <div className={classes.part} style={{ ['--ls-ratio' as string]: columns / rows || 1 }}>
      <Boxes
        {...{ series, slice, boxes, chosen }}
        isArmed={isArmed && !isCompressed}
        isDrawn={!isCompressed}
        isBlack={!isChanged}
        onChoose={setChosen}
        onDrawn={add}
        onMoved={(n, box) => setBoxes(boxes.map((other, at) => (at === n ? box : other)))}
        onRemove={remove}
      />
      {series.slices > 1 && (
        <SliceSlider slice={slice} slices={series.slices} onSlice={setSlice} label={REDACTION_TEXTS.slice} spoken={sliceSpoken} />
      )}
      {isCompressed ? (
        <p className={classes.note}>{BOXES_REFUSALS['boxes-compressed']}</p>
      ) : (
        <p className={classes.note}>{isArmed ? REDACTION_TEXTS.drag : REDACTION_TEXTS.all}</p>
      )}
      <div className={classes.actions}>
        {!isCompressed && (
          <Button
            variant={isChanged ? 'filled' : 'default'}
            disabled={!isChanged}
            onClick={() => {
              press();
              onSay({ ...said, ...size, boxes });
            }}
            aria-label={`${blackOutText(boxes.length, said.boxes.length)}: ${seriesName(series)}`}
          >
            {blackOutText(boxes.length, said.boxes.length)}
          </Button>
        )}
        <Button
          variant="default"
          aria-pressed={said.isClean}
          aria-label={`${REDACTION_TEXTS.notAName}: ${seriesName(series)}`}
          onClick={() => onSay({ ...said, ...size, isClean: !said.isClean })}
        >
          {REDACTION_TEXTS.notAName}
        </Button>
        {!isCompressed && (
          <span className={classes.quiet}>
            {chosen !== null && boxes[chosen] && (
              <Button variant="subtle" color="gray" onClick={() => remove(chosen)}>
                {REDACTION_TEXTS.remove}
              </Button>
            )}
            <Button ref={drawButton} variant="subtle" color="gray" aria-pressed={isArmed} onClick={draw}>
              {REDACTION_TEXTS.draw}
            </Button>
          </span>
        )}
      </div>
      <p className={classes.note} role="status">
        {isChanged ? unsaidText(boxes.length, said.boxes.length) : saidText(said)}
      </p>
    </div>
  );
}

/** The drawn boxes, starting from the saved ones. Boxes removed elsewhere in the report are removed here as well. */
function useDrawnBoxes(kept: readonly PictureBox[]) {
  const [boxes, setBoxes] = useState(kept);
  /** The boxes of the last button press, which are saved a moment later. */
  const [pressed, setPressed] = useState<readonly PictureBox[] | null>(null);
  const keptText = JSON.stringify(kept);
  const [seenText, setSeenText] = useState(keptText);
  if (keptText !== seenText) {
    setSeenText(keptText);
    if (keptText !== JSON.stringify(pressed)) {
      setBoxes(kept);
      setPressed(null);
    }
  }
  return { boxes, setBoxes, pressed, press: () => setPressed(boxes) };
}

/** Calls `leave` once, with the latest state, when the report is closed or this part is removed. */
function useLeaving(isOpen: boolean, leave: () => void): void {
  const latest = useRef(leave);
  useLayoutEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    if (!isOpen) return;
    return () => latest.current();
  }, [isOpen]);
}

interface BoxesProps {
  series: SeriesView;
  slice: number;
  boxes: readonly PictureBox[];
  chosen: number | null;
  /** A touch draws and does not scroll. */
  isArmed: boolean;
  /** Boxes can be drawn. */
  isDrawn: boolean;
  /** Saved: they are sent black. */
  isBlack: boolean;
  onChoose: (n: number) => void;
  onDrawn: (box: PictureBox | null) => void;
  onMoved: (n: number, box: PictureBox) => void;
  onRemove: (n: number) => void;
}

function Boxes({ series, slice, boxes, chosen, isArmed, isDrawn, isBlack, onChoose, onDrawn, onMoved, onRemove }: BoxesProps) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drag, setDrag] = useState<{ from: Place; to: Place } | null>(null);
  const picture = usePicture(series.id, slice);
  const shown = picture && isTile(picture) ? picture : null;
  const drawing = drag && boxBetween(drag.from, drag.to, series.facts);

  useEffect(() => {
    if (shown) canvas.current?.getContext('2d')?.putImageData(new ImageData(shown.pixels, shown.width, shown.height), 0, 0);
  }, [shown]);
  // A new box gets the focus, so that keys move it.
  useEffect(() => {
    if (chosen !== null) place.current?.querySelectorAll('button')[chosen]?.focus();
  }, [chosen, boxes.length]);

  function begin(event: PointerEvent<HTMLDivElement>) {
    const draws = isDrawn && event.button === 0 && (event.pointerType === 'mouse' || isArmed);
    if (!draws || !shown || (event.target as Element).closest('button')) return;
    // Keep the focus where it is.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: placeOf(event), to: placeOf(event) });
  }
  function end() {
    if (drag) onDrawn(drawing);
    setDrag(null);
  }
  function keys(event: KeyboardEvent, n: number, box: PictureBox) {
    const isRemoving = event.key === 'Delete' || event.key === 'Backspace';
    const moved = movedBox(box, event.key, event.shiftKey, series.facts);
    if (!isRemoving && !moved) return;
    event.preventDefault();
    if (moved) onMoved(n, moved);
    else onRemove(n);
  }

  if (picture && !shown) return <p className={classes.note}>{noPictureText(picture as Exclude<typeof picture, { pixels: unknown }>)}</p>;
  return (
    <div
      ref={place}
      className={classes.place}
      data-armed={isArmed || undefined}
      data-draws={isDrawn || undefined}
      style={{ aspectRatio: shown ? `${shown.width} / ${shown.height}` : `${series.facts.columns} / ${series.facts.rows}` }}
      onPointerDown={begin}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: placeOf(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      <canvas
        ref={canvas}
        className={classes.canvas}
        role="img"
        aria-label={`${seriesName(series)}, ${sliceSpoken(slice + 1, series.slices)}`}
        width={shown?.width ?? 1}
        height={shown?.height ?? 1}
        data-picture={shown ? 'drawn' : undefined}
      />
      {boxes.map((box, n) => (
        <button
          // Boxes are identified only by their index.
          key={n}
          type="button"
          className={classes.box}
          data-black={isBlack || undefined}
          data-chosen={n === chosen || undefined}
          style={boxStyle(box, series.facts)}
          aria-label={boxLabel(n, boxes.length, box)}
          onFocus={() => onChoose(n)}
          onKeyDown={(event) => keys(event, n, box)}
        />
      ))}
      {drawing && <span className={classes.box} style={boxStyle(drawing, series.facts)} />}
    </div>
  );
}

function placeOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Place {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { across: (clientX - left) / width, down: (clientY - top) / height };
}
