import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconPhotoOff } from '@tabler/icons-react';
import { useId, useEffect, useMemo, useReducer, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { t } from '#language/t.ts';
import { areLetterKeysOn } from '#ui/browser/letter-keys.ts';
import { Overlays } from './Overlays.tsx';
import { PlayLine } from './PlayLine.tsx';
import { SliceCell } from './SliceCell.tsx';
import type { Pointer, ViewActions } from './tool-states/tool-state.ts';
import type { Drawn, Tool, ViewColours, ViewPreset, ViewWish } from './types.ts';
import { useDrawn } from './use-drawn.ts';
import { useLatest } from './use-latest.ts';
import { usePlaying } from './use-playing.ts';
import { firstView, viewAfter, widened, windowFigure } from './view.ts';
import type { Sizes } from './view-place.ts';
import { keyAct, type KeyAct } from './viewer-keys.ts';
import classes from './Viewer.module.css';
import { ViewerTools } from './ViewerTools.tsx';

interface ViewerProps {
  /** Label of the slices, for screen readers. */
  label: string;
  slices: number;
  startSlice: number;
  /** Must be stable for a series. */
  draw: (wish: ViewWish) => Promise<Drawn>;
  presets: readonly ViewPreset[];
  /** Colours that can be chosen. */
  colours?: readonly ViewColours[];
  /** ID of those that are shown until somebody chooses. */
  startColours?: string | null;
  /** Pictures per second from the files; null: not a cine, so it cannot be played. */
  playRate: number | null;
  onSlice?: (slice: number) => void;
  tools?: ReactNode;
  /** T opens and closes the panel next to the picture. */
  onTags?: () => void;
  /** Shown next to the picture. */
  aside?: ReactNode;
}

const NO_COLOURS: readonly ViewColours[] = [];

/** The slices of one series, one at a time: scrolled, windowed, zoomed, panned and played by pointer, touch, wheel and keys. */
export function Viewer(props: ViewerProps) {
  const {
    label,
    slices,
    startSlice,
    draw,
    presets,
    colours = NO_COLOURS,
    startColours = null,
    playRate,
    onSlice,
    tools,
    onTags,
    aside,
  } = props;
  const [view, act] = useReducer(viewAfter, Math.max(0, Math.min(slices - 1, startSlice)), firstView);
  const [sizes, setSizes] = useState<Sizes | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [rate, setRate] = useState(playRate ?? 15);
  const isCoarse = useMediaQuery('(pointer: coarse)', false);
  const { slice, window, isInverted, place } = view;
  const chosen = colours.find(({ id }) => id === (view.colours === undefined ? startColours : view.colours)) ?? null;
  const coloursId = chosen?.id ?? null;
  const wish = useMemo(() => ({ slice, window, isInverted, colours: coloursId }), [slice, window, isInverted, coloursId]);
  const { shown, problem, drawn } = useDrawn(draw, wish);
  usePlaying({ isPlaying, rate, shown: drawn === wish ? wish : null, step: () => walk(1, true) });
  const spokenId = useId();

  const toolOf = (isTouch: boolean): Tool => view.tool ?? (isTouch ? 'slices' : 'window');
  function walk(by: number, isRound = false) {
    act({ act: 'walk', by, slices, isRound });
  }
  function walkTo(to: number) {
    setPlaying(false);
    act({ act: 'walk-to', slice: to, slices });
  }
  function walkBy(by: number) {
    setPlaying(false);
    walk(by);
  }
  const actions = useActions({ view, shown: shown?.window ?? null, sizes, slices, act, walk: walkBy, toolOf });
  useSliceReport(slice, onSlice);

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[a-z]$/i.test(event.key) && !areLetterKeysOn()) return;
    const found = keyAct(event);
    if (!found) return;
    event.preventDefault();
    carryOut(found);
  }

  function carryOut(found: KeyAct) {
    switch (found.act) {
      case 'walk':
        return walkBy(found.by);
      case 'walk-to':
        return walkTo(found.slice === 'first' ? 0 : slices - 1);
      case 'zoom':
        return act({ act: 'zoom', factor: found.factor, at: { x: 0, y: 0 }, sizes });
      case 'preset': {
        const preset = presets[found.index];
        return preset && (shown?.window || shown?.hasCurve) ? act({ act: 'window', window: preset.window }) : undefined;
      }
      case 'play':
        return playRate !== null && slices > 1 ? setPlaying(!isPlaying) : undefined;
      case 'tags':
        return onTags?.();
      case 'tool':
        return act(found);
      default:
        return act({ act: found.act });
    }
  }

  return (
    <div className={classes.viewer} data-playing={isPlaying || undefined}>
      <ViewerTools
        tool={toolOf(isCoarse)}
        onTool={(tool) => act({ act: 'tool', tool })}
        window={shown?.window ?? null}
        wished={window}
        presets={presets}
        colours={colours}
        chosenColours={chosen}
        isInColours={shown?.hasCurve ?? false}
        onColours={(id) => act({ act: 'colours', colours: id })}
        onWindow={(wished) => act({ act: 'window', window: wished })}
        isInverted={isInverted}
        onInvert={() => act({ act: 'invert' })}
        onReset={() => act({ act: 'reset' })}
      >
        {tools}
      </ViewerTools>
      <div className={classes.middle}>
        <SliceCell
          shown={shown}
          place={place}
          label={label}
          describedBy={spokenId}
          actions={actions}
          onKey={onKey}
          onWalk={walkBy}
          onFit={() => act({ act: 'fit' })}
          onSizes={setSizes}
        >
          {shown && <Overlays shown={shown} colours={chosen?.name ?? null} slices={slices} sizes={sizes} place={place} />}
          {problem !== null && (
            <p className={classes.problem} role="status">
              <IconPhotoOff size={26} stroke={1.5} aria-hidden />
              {t('Slice {slice} of {slices}. {problem}', { slice: slice + 1, slices, problem })}
            </p>
          )}
        </SliceCell>
        {aside}
      </div>
      <PlayLine
        slice={slice}
        slices={slices}
        onSlice={walkTo}
        label={label}
        play={playRate === null || slices < 2 ? null : { isPlaying, onPlay: () => setPlaying(!isPlaying), rate, onRate: setRate }}
      />
      <Spoken id={spokenId} text={spokenText(slice, slices, shown?.window ?? null, shown?.hasCurve ? chosen : null)} />
    </div>
  );
}

/** Announced after a pause, so that scrolling does not announce every slice. */
function Spoken({ id, text }: { id: string; text: string }) {
  const [rested] = useDebouncedValue(text, 600);
  return (
    <VisuallyHidden id={id} role="status" aria-live="polite">
      {rested}
    </VisuallyHidden>
  );
}

function spokenText(slice: number, slices: number, window: { center: number; width: number } | null, colours: ViewColours | null): string {
  const place = t('slice {slice} of {slices}', { slice: slice + 1, slices });
  if (colours) return `${place}, ${t('colours {name}', { name: colours.name })}`;
  return window ? `${place}, W ${windowFigure(window.width)} L ${windowFigure(window.center)}` : place;
}

function useSliceReport(slice: number, onSlice: ((slice: number) => void) | undefined): void {
  useEffect(() => onSlice?.(slice), [slice, onSlice]);
}

interface ActionsOf {
  view: ReturnType<typeof firstView>;
  /** The window of the shown picture. */
  shown: { center: number; width: number } | null;
  sizes: Sizes | null;
  slices: number;
  act: (act: Parameters<typeof viewAfter>[1]) => void;
  walk: (by: number) => void;
  toolOf: (isTouch: boolean) => Tool;
}

/** One object for the life of the cell, so that a drag in progress uses current values. */
function useActions(given: ActionsOf): ViewActions {
  const now = useLatest(given);
  const begun = useRef({ view: given.view, shown: given.shown });
  return useMemo(
    () => ({
      tool: ({ isTouch }: Pointer) => now.current.toolOf(isTouch),
      walk: (by) => now.current.walk(by),
      pixelsPerSlice: () => Math.min(24, Math.max(4, (now.current.sizes?.cell.height ?? 0) / now.current.slices)),
      widen: (byWidth, byCenter) => {
        const from = begun.current.shown;
        if (from) now.current.act({ act: 'window', window: widened(from, byWidth, byCenter) });
      },
      pan: (dx, dy) => now.current.act({ act: 'pan', dx, dy, sizes: now.current.sizes }),
      zoom: (factor, at) => now.current.act({ act: 'zoom', factor, at, sizes: now.current.sizes }),
      begin: () => void (begun.current = { view: now.current.view, shown: now.current.shown }),
      restore: () => now.current.act({ act: 'restore', view: begun.current.view }),
    }),
    [now],
  );
}
