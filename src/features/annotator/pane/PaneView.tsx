import { Loader, VisuallyHidden } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconPhotoOff } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState, type PointerEvent } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import { sourceSeries } from '#model/computed/recipe.ts';
import { noSliceText } from '#model/pictures/no-slice.ts';
import { pointOf } from '#model/pictures/image-plane.ts';
import { windowOfRegion } from '#model/pictures/region-window.ts';
import { classNames } from '#ui/class-names.ts';
import cornerClasses from '#ui/viewer/corners.module.css';
import { scaleBar } from '#ui/viewer/scale-bar.ts';
import type { Pointer, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import { useLatest } from '#ui/viewer/use-latest.ts';
import { usePlaying } from '#ui/viewer/use-playing.ts';
import { listenToWheel } from '#ui/viewer/listen-to-wheel.ts';
import { EMPTY_PANE, shownLetters } from '#features/annotator/station/pane.ts';
import { curveOf } from '#features/annotator/station/path.ts';
import { stepOf, volumeOf } from '#features/annotator/station/series-shape.ts';
import { seriesName, sliceText, TEXTS } from '#features/annotator/texts.ts';
import { trustOf } from '#features/annotator/trust.ts';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { paneActions, type DrawnFrame, type PaneActions } from '#features/annotator/tools/pane-actions.ts';
import { atRest } from '#features/annotator/tools/at-rest.ts';
import { CompareLegend } from '#features/annotator/compare/CompareLegend.tsx';
import { useComments } from '#features/annotator/comments/comments-context.tsx';
import { paneCommenting } from '#features/annotator/comments/pane-commenting.ts';
import { PinLayer } from '#features/annotator/comments/PinLayer.tsx';
import { usePinSteps } from '#features/annotator/comments/use-pin-steps.ts';
import { computedFromText } from '#features/annotator/computed/computed-texts.ts';
import { LesionLayer } from '#features/annotator/form/LesionLayer.tsx';
import { MaskOver } from '#features/annotator/masks/MaskOver.tsx';
import { paneDrawing } from '#features/annotator/masks/pane-drawing.ts';
import { useMeasure } from '#features/annotator/measure/measure-context.tsx';
import { MeasureLayer } from '#features/annotator/measure/MeasureLayer.tsx';
import { paneMeasuring, pixelAt } from '#features/annotator/measure/pane-measuring.ts';
import { hasFactors, knownSuv } from '#features/annotator/uptake/known-suv.ts';
import { panePathing, pointAlong } from '#features/annotator/path/pane-pathing.ts';
import { PATH_TEXTS } from '#features/annotator/path/path-texts.ts';
import { PathLayer } from '#features/annotator/path/PathLayer.tsx';
import { PathTurn } from '#features/annotator/path/PathTurn.tsx';
import { DropHint, useSeriesDrop } from './drop-series.tsx';
import { cornersOf, windowWords } from './pane-corners.ts';
import { isSamePicture, type OnScreen } from './pane-screen.ts';
import classes from './PaneView.module.css';
import { createPointed } from './pointed.ts';
import { PointedValue } from './PointedValue.tsx';
import { matrixOf, scaleOf, sheetOf, toPicture } from './sheet.ts';
import { CompanyMarks } from '#features/annotator/masks/company/CompanyMarks.tsx';
import { SliceTrack } from './SliceTrack.tsx';
import { useSliceMarks } from './use-slice-marks.ts';
import { usePaneScreen } from './use-pane-screen.ts';

interface PaneViewProps {
  at: number;
  series: Series | null;
  /** All that can be shown, by UUID. */
  all: ReadonlyMap<string, Series>;
  /** A series that is dragged, to be dropped on a pane. */
  dragged: Series | null;
  onDrop: (at: number) => void;
  /** Date of the study and what it is, where the panes show several. */
  study: { date: string; paneWords: string } | null;
  playing: { rate: number } | null;
}

/** One pane: a picture, words in its corners, and what the pointer does on it. */
export function PaneView({ at, series, all, dragged, onDrop, study, playing }: PaneViewProps) {
  const workstation = useWorkstation();
  const { store, studyOf } = useMeasure();
  const { store: comments, study: ownStudy, begin: beginComment } = useComments();
  const pane = useStation(({ panes }) => panes[at]) ?? EMPTY_PANE;
  const open = useOpenSeries(pane.series);
  const { ref: sizeRef, width, height } = useElementSize();
  const cellSize = useMemo(() => ({ width, height }), [width, height]);
  const { canvas, maskCanvas, state, fused } = usePaneScreen(at, cellSize);
  const { shown, problem } = state;
  const cell = useRef<HTMLDivElement>(null);
  const spokenId = useId();
  const merged = useMergedRef(sizeRef, cell);
  const [pointed] = useState(createPointed);
  const [frame, setFrame] = useState<DrawnFrame | null>(null);
  const drop = useSeriesDrop(dragged, () => onDrop(at));
  const isActive = useStation(({ active }) => active === at);
  const step = open === null ? { at: 0, count: 1 } : stepOf(pane, open);
  // The picture before stays until the next one is there.
  const onScreen = shown === null || open === null ? null : shown.of === pane ? step : stepOf(shown.of, open);
  const volume = open === null ? null : volumeOf(pane, open);
  const marks = useSliceMarks(pane, open);
  const pinned = usePinSteps(pane, open);

  usePlaying({
    isPlaying: playing !== null,
    rate: playing?.rate ?? 1,
    shown: shown !== null && isSamePicture(shown.of, pane) ? shown.of : null,
    // Over time where there is time, else through the slices.
    step: () => workstation.station.act(volume ? { act: 'walk-volume', pane: at, by: 1 } : { act: 'walk', pane: at, by: 1, isRound: true }),
  });

  const getShown = useLatest({
    shown,
    size: cellSize,
    step,
    pane,
    open,
    type: series?.type ?? null,
    study: studyOf.get(sourceSeries(series?.uuid ?? '')) ?? null,
  });
  const getBegin = useLatest(beginComment);
  const actions = useMemo(
    (): PaneActions =>
      paneActions(
        at,
        workstation.station,
        {
          shownWindow: () => getShown.current.shown?.window ?? null,
          steps: () => getShown.current.step.count,
          pointAt: (from) =>
            pointUnder(getShown.current.shown, getShown.current.size, workstation.station.read().panes[at] ?? EMPTY_PANE, from),
          size: () => getShown.current.size,
          showFrame: setFrame,
          windowOf(drawn) {
            const { shown: seen, size } = getShown.current;
            return seen && windowIn(seen, size, workstation.station.read().panes[at] ?? EMPTY_PANE, drawn);
          },
        },
        {
          measure: paneMeasuring({ at, store, seen: () => getShown.current, tool: () => workstation.station.read().tool }),
          mask: paneDrawing({
            at,
            store: workstation.masks,
            seen: () => getShown.current,
            tool: () => workstation.station.read().tool,
            frame: () => workstation.series.peek(workstation.masks.read().mask?.series ?? '')?.frameOfReference ?? '',
            onClick: (voxel, isOther) => void workstation.clicks.click(voxel, isOther),
            scribbles: workstation.scribbles,
          }),
          path: panePathing({
            ...{ at, station: workstation.station, shapeOf: (uuid) => workstation.series.peek(uuid) },
            seen: () => getShown.current,
            refuse: (why) => store.refuse({ pane: at, why }),
          }),
          comment: paneCommenting({
            ...{ at, store: comments, study: ownStudy },
            seen: () => getShown.current,
            begin: (pin) => getBegin.current({ pin, segmentation: null, segment: null }),
          }),
        },
      ),
    [at, workstation, store, comments, ownStudy, getShown, getBegin],
  );
  const tool = useRef<ToolState>(null);
  tool.current ??= atRest(actions);
  const latest = useLatest({
    actions,
    onWalk: (by: number) => workstation.station.act({ act: 'walk', pane: at, by }),
  });
  useEffect(() => (cell.current ? listenToWheel(cell.current, latest) : undefined), [latest]);

  function toPointer(event: PointerEvent): Pointer {
    const box = event.currentTarget.getBoundingClientRect();
    const { pointerId: id, button, clientX, clientY, pointerType, shiftKey: isShift, altKey: isAlt } = event;
    return {
      id,
      button,
      isTouch: pointerType === 'touch',
      isShift,
      isAlt,
      x: clientX - box.left - box.width / 2,
      y: clientY - box.top - box.height / 2,
    };
  }
  function become(next: ToolState) {
    tool.current = next;
  }
  function down(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    workstation.station.act({ act: 'activate', pane: at });
    become(tool.current!.down(toPointer(event)));
  }
  function move(event: PointerEvent<HTMLDivElement>) {
    const pointer = toPointer(event);
    const way = wayOf(event, pointer);
    become(tool.current!.move(way === null ? pointer : { ...pointer, way }));
    pointed.set(event.pointerType === 'touch' ? null : pointer);
  }

  const sheet = shown && width > 0 ? sheetOf(shown.picture) : null;
  const scale = sheet ? scaleOf(cellSize, sheet, pane) : null;
  const letters = shown?.picture.letters ? shownLetters(shown.picture.letters, pane) : null;
  const bar = scale !== null && shown?.picture.spacingMm ? scaleBar(1 / scale, Math.min(width / 4, 160)) : null;
  const over = pane.fused === null ? undefined : all.get(pane.fused.series);
  const computed = workstation.computed.find(pane.series);
  const suv = series && computed === null ? knownSuv(series) : null;
  const trust =
    open &&
    series &&
    trustOf(pane, open, shown, {
      ...{ isDicom: series.type === 'dcm', imageType: imageTypeOf(series), lacksSuv: suv !== null && !hasFactors(suv) },
      computedFrom: computed && computedFromText(computed.recipe),
      fusedWith: fused !== null && over !== undefined ? seriesName(over) : null,
    });
  const name = series === null ? TEXTS.emptyPane : seriesName(series);
  const corners = cornersOf(shown);
  const windowText = shown?.window ? windowWords(shown.window, shown.picture.unit) : '';
  const curve = curveOf(pane);
  const position = curve && PATH_TEXTS.position(pane.path!.atMm, curve.lengthMm);
  const sliceOfAll = position ?? t('slice {slice} of {slices}', { slice: step.at + 1, slices: step.count });
  const spoken = step.count === 0 ? '' : windowText === '' ? sliceOfAll : `${sliceOfAll}, ${windowText}`;

  return (
    <section
      className={classes.pane}
      data-active={isActive || undefined}
      data-along={pane.path !== null || undefined}
      data-pane={at}
      aria-label={t('Pane {number}: {name}', { number: at + 1, name })}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is one: the panel has the same by buttons */}
      <div
        ref={merged}
        className={classes.cell}
        role="application"
        aria-roledescription={t('image pane')}
        aria-label={name}
        aria-describedby={spokenId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the keys itself
        tabIndex={0}
        data-shown={onScreen?.at}
        onFocus={() => workstation.station.act({ act: 'activate', pane: at })}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={(event) => become(tool.current!.up(toPointer(event)))}
        onPointerCancel={() => become(tool.current!.cancel())}
        onPointerLeave={() => pointed.set(null)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || (tool.current!.name === 'idle' && !store.letGo() && workstation.masks.read().refusal === null))
            return;
          event.stopPropagation();
          workstation.masks.refuse(null);
          become(tool.current!.cancel());
        }}
        onContextMenu={(event) => event.preventDefault()}
        onDoubleClick={() => isForView(actions) && workstation.station.act({ act: 'full' })}
        {...drop.handlers}
      >
        <canvas ref={canvas} className={classes.canvas} data-target={drop.target !== null || undefined} aria-hidden />
        {maskCanvas && (
          <canvas ref={maskCanvas} className={classes.masks} data-target={drop.target !== null || undefined} data-masks aria-hidden />
        )}
        <VisuallyHidden id={spokenId}>{spoken}</VisuallyHidden>
        {series !== null && (
          <div className={classNames(cornerClasses.over, classes.over)} aria-hidden>
            <div className={cornerClasses.corner} data-at="top-left">
              {study && (
                <span data-study>
                  <b className={classes.date}>{study.date}</b> {study.paneWords}
                </span>
              )}
              <span className={classes.head}>
                <span className={classes.chip} data-decided={series.acquisition_code !== null || undefined}>
                  {series.acquisition_code ?? series.modalityCode}
                </span>
                <bdi className={classes.line}>{name}</bdi>
              </span>
            </div>
            <div className={cornerClasses.corner} data-at="top-right">
              {[...corners.topRight, volume && t('volume {volume} / {volumes}', { volume: volume.at + 1, volumes: volume.count })].map(
                (line) => line !== null && <span key={line}>{line}</span>,
              )}
            </div>
            <div className={cornerClasses.corner} data-at="bottom-left">
              {windowText !== '' && <span>{windowText}</span>}
              {scale !== null && sheet && <span>{t('Zoom {percent} %', { percent: Math.round(scale * sheet.pixel.width * 100) })}</span>}
            </div>
            <div className={cornerClasses.corner} data-at="bottom-right">
              <PointedValue {...{ pointed, shown, fused, pane }} size={cellSize} />
              {open !== null && open.slices > 0 && (
                <span data-slice>
                  {curve ? PATH_TEXTS.shortPosition(pane.path!.atMm, curve.lengthMm) : sliceText(step.at + 1, step.count)}
                </span>
              )}
            </div>
            {letters &&
              (['left', 'right', 'top', 'bottom'] as const).map((side) => (
                <span key={side} className={classes.letter} data-side={side}>
                  {letters[side]}
                </span>
              ))}
            {bar && (
              <span className={classes.bar} style={{ width: bar.px }} data-mm={bar.mm}>
                <span className={classes.barText}>
                  {shown?.picture.spacingMm?.by === 'detector'
                    ? t('{length} on the detector', { length: lengthText(bar) })
                    : lengthText(bar)}
                </span>
              </span>
            )}
          </div>
        )}
        <MaskOver
          {...{ at, shown, pane, pointed }}
          size={cellSize}
          pixelsPerMm={shown?.picture.plane || shown?.picture.spacingMm ? scale : null}
        />
        <PathLayer {...{ at, shown, pane, open }} size={cellSize} />
        <CompareLegend at={at} />
        <LesionLayer {...{ shown, pane }} size={cellSize} />
        <PinLayer {...{ at, isActive, shown, pane }} size={cellSize} comment={actions.comment} />
        <MeasureLayer at={at} isActive={isActive} shown={shown} size={cellSize} pane={pane} />
        {series === null && <p className={classes.words}>{TEXTS.emptyPane}</p>}
        {series !== null && shown === null && problem === null && (
          <p className={classes.words}>
            <Loader size="sm" color="gray" />
            {TEXTS.reading}
          </p>
        )}
        {problem !== null && (
          <p className={classes.words} role="status">
            <IconPhotoOff size={28} stroke={1.5} aria-hidden />
            {problem === 'failed' ? TEXTS.failed : noSliceText(problem)}
          </p>
        )}
        {frame !== null && <span className={classes.frame} style={boxOf(frame, cellSize)} aria-hidden />}
        {drop.target !== null && <DropHint target={drop.target} instead={series === null ? null : name} />}
      </div>
      {open !== null && step.count > 1 && (
        <SliceTrack
          {...step}
          marks={marks}
          rings={pinned}
          label={name}
          path={position === null ? null : { label: PATH_TEXTS.positionOf(name), value: position }}
          onTo={(to) => workstation.station.act({ act: 'walk-to', pane: at, to })}
        />
      )}
      {pane.path !== null && <PathTurn at={at} path={pane.path} />}
      {open !== null && pane.show === 'stored' && series !== null && <CompanyMarks series={series.uuid} open={open} />}
      <p className={classes.trust} data-warning={trust?.isWarning || undefined}>
        {trust && (
          <>
            {trust.isWarning ? (
              <IconAlertTriangle size={13} stroke={1.75} aria-hidden />
            ) : (
              <IconCircleCheck size={13} stroke={1.75} aria-hidden />
            )}
            <span className={classes.line}>{trust.words}</span>
          </>
        )}
        <span className={classes.diagnosis}>{TEXTS.notForDiagnosis}</span>
      </p>
    </section>
  );
}

/** Points of events that the browser has merged into this one, from the middle of the cell. */
function wayOf(event: PointerEvent, { x, y }: Pointer): { x: number; y: number }[] | null {
  const merged = event.nativeEvent.getCoalescedEvents?.() ?? [];
  return merged.length < 2
    ? null
    : merged.map(({ clientX, clientY }) => ({ x: x + clientX - event.clientX, y: y + clientY - event.clientY }));
}

/** A second click soon after the first means two with a tool that draws. */
const isForView = ({ measure, mask, path }: PaneActions): boolean => measure.kind() === null && mask.tool() === null && !path.isChosen();

/** Of the scale bar. */
const lengthText = ({ mm }: { mm: number }): string => (mm >= 10 ? `${mm / 10} cm` : `${mm} mm`);

function imageTypeOf({ reading }: Series): string {
  return reading?.facts?.tags.find(({ code }) => code.toLowerCase() === '(0008,0008)')?.value ?? '';
}

interface Size {
  width: number;
  height: number;
}

/** The pixel of the picture under a point of the cell, which counts from its middle. */
function pictureUnder(shown: OnScreen, size: Size, pane: Parameters<typeof matrixOf>[2], { x, y }: { x: number; y: number }) {
  const sheet = sheetOf(shown.picture);
  return toPicture(matrixOf(size, sheet, pane), sheet, { x: x + size.width / 2, y: y + size.height / 2 });
}

function pointUnder(shown: OnScreen | null, size: Size, pane: Parameters<typeof matrixOf>[2], from: { x: number; y: number }) {
  if (shown !== null && 'mmPerPixel' in shown.picture) return pointAlong({ shown, pane: shown.of }, pixelAt({ shown, size, pane }, from));
  const plane = shown?.picture.plane ?? null;
  if (shown === null || plane === null) return null;
  const { x, y } = pictureUnder(shown, size, pane, from);
  return pointOf(plane, x, y);
}

/** The window from the values of the picture in a rectangle; null in a picture in colour. */
function windowIn({ picture, ...shown }: OnScreen, size: Size, pane: Parameters<typeof matrixOf>[2], { from, to }: DrawnFrame) {
  if (picture.frame.kind !== 'grey') return null;
  const [a, b] = [from, to].map((point) => pictureUnder({ ...shown, picture }, size, pane, point));
  const { rescaleSlope: slope, rescaleIntercept: intercept } = picture.look;
  return windowOfRegion(picture.frame, a!, b!, { slope, intercept });
}

function boxOf({ from, to }: DrawnFrame, { width, height }: Size): { left: number; top: number; width: number; height: number } {
  return {
    left: Math.min(from.x, to.x) + width / 2,
    top: Math.min(from.y, to.y) + height / 2,
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  };
}
