import { Drawer, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconStack2 } from '@tabler/icons-react';
import { useEffect, useMemo, useState, type CSSProperties } from 'react';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { sourceSeries } from '#model/computed/recipe.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { windowPresets } from '#model/pictures/window-presets.ts';
import { playbackRate } from '#model/pictures/playback-rate.ts';
import { areLetterKeysOn } from '#ui/browser/letter-keys.ts';
import { formatStudyDate } from '#ui/format.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { Logo } from '#ui/Logo.tsx';
import { usePageFrame } from '#ui/Page.tsx';
import { Sheet } from '#ui/Sheet.tsx';
import { useLatest } from '#ui/viewer/use-latest.ts';
import type { CaseTask } from '#features/annotator/case-task.ts';
import { goToDifference } from '#features/annotator/compare/use-differences.ts';
import { differenceKey, isLetter, keyAct, waitingKey, type KeyAct } from '#features/annotator/keys/annotator-keys.ts';
import { chordText, shortcutOf } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import { KeysDialog } from '#features/annotator/keys/KeysDialog.tsx';
import { useComments } from '#features/annotator/comments/comments-context.tsx';
import { useComputedSeries } from '#features/annotator/computed/computed-series.ts';
import { makeKeyImage } from '#features/annotator/measure/make-key-image.ts';
import { useHistory } from '#features/annotator/history/history-context.tsx';
import { UndoButtons } from '#features/annotator/history/UndoButtons.tsx';
import { goToMiddle } from '#features/annotator/masks/go-to.ts';
import { isScribbling } from '#features/annotator/scribbles/use-scribbles.ts';
import { steppedRadius } from '#features/annotator/masks/mask-tools.ts';
import { useForms } from '#features/annotator/form/forms-context.tsx';
import { useFormOfRead } from '#features/annotator/form/use-form-of-read.ts';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { Company } from '#features/annotator/masks/company/Company.tsx';
import { MaskHeader } from '#features/annotator/masks/MaskHeader.tsx';
import { useMeasure } from '#features/annotator/measure/measure-context.tsx';
import { MeasureHeader } from '#features/annotator/measure/MeasureHeader.tsx';
import { PaneView } from '#features/annotator/pane/PaneView.tsx';
import { PathBar } from '#features/annotator/path/PathBar.tsx';
import { pathKey } from '#features/annotator/path/path-keys.ts';
import { changePath } from '#features/annotator/path/use-path.ts';
import { LinkBar } from '#features/annotator/prior/LinkBar.tsx';
import { moveLink } from '#features/annotator/prior/move-link.ts';
import { CheckLine } from '#features/annotator/screens/CheckLine.tsx';
import { dimFilter, nextDim, usePageDim } from '#features/annotator/screens/page-dim.ts';
import { useIsSecond } from '#features/annotator/screens/use-is-second.ts';
import { SurfacePane } from '#features/annotator/surfaces/SurfacePane.tsx';
import { openOrClose3d } from '#features/annotator/volume/open-3d.ts';
import { firstSlice, isFilm } from '#features/annotator/shown-series.ts';
import { finestStepMm, stepOf } from '#features/annotator/station/series-shape.ts';
import type { Layout } from '#features/annotator/station/station.ts';
import { TEXTS } from '#features/annotator/texts.ts';
import { usePaneSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import classes from './AnnotatorFrame.module.css';
import { CineControl } from './CineControl.tsx';
import { LayoutMenu } from './LayoutMenu.tsx';
import { SeriesStrip, type StudyOfStrip, type Thumbnail } from './SeriesStrip.tsx';
import { SidePanel } from './SidePanel.tsx';
import { ToolRail } from './ToolRail.tsx';
import { useSidePanel } from './use-side-panel.ts';

interface AnnotatorFrameProps {
  study: StudyDetail;
  studies: readonly StudyOfStrip[];
  isTouch: boolean;
  backTo: string;
  Thumbnail: Thumbnail;
  task: CaseTask | null;
}

/** Header, tools, panes and panel. Only the lists scroll. */
export function AnnotatorFrame({ study, studies, isTouch, backTo, Thumbnail, task }: AnnotatorFrameProps) {
  const workstation = useWorkstation();
  const { station, series: store, overlays, masks, clicks, scribbles, compare, proposals } = workstation;
  const measuring = useMeasure();
  const comments = useComments();
  const { segmentation } = useMaskPanel();
  const drawn = segmentation?.may.edit ? segmentation.uuid : null;
  const history = useHistory();
  const { own, keyOf } = useOwnKeys();
  const ownKeys = useLatest(own);
  const { mark } = usePageFrame();
  const layout = useStation((now) => now.layout);
  const active = useStation((now) => now.active);
  const isFull = useStation((now) => now.isFull);
  const in3d = useStation((now) => now.panes.findIndex(({ is3d }) => is3d));
  const openSeries = useMask(({ mask }) => mask?.series ?? null);
  const volumeSeries = useStation((now) => now.panes[now.active]?.volume?.series ?? null);
  const in3dSeries = in3d === active ? (volumeSeries ?? openSeries) : null;
  const panes = usePaneSeries();
  const [hasStrip, setStrip] = useState(false);
  const [hasKeys, setKeys] = useState(false);
  const [dragged, setDragged] = useState<Series | null>(null);
  const [playing, setPlaying] = useState<{ rate: number } | null>(null);
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  // A second window is for images: its panel is opened when somebody needs it.
  const isSecond = useIsSecond();
  const isBeside = isWide && !isSecond;
  const [dim, setDim] = usePageDim();
  const side = useSidePanel(task, isBeside);
  const all = useMemo(() => studies.flatMap(({ series }) => [...series]), [studies]);
  const computedSeries = useComputedSeries(all);
  const byUuid = useMemo(() => new Map([...all, ...computedSeries].map((one) => [one.uuid, one])), [all, computedSeries]);
  const studyOf = useMemo(() => new Map(studies.flatMap((one) => one.series.map(({ uuid }) => [uuid, one] as const))), [studies]);
  const ages = useMemo(() => new Map(studies.flatMap(({ series }, at) => series.map(({ uuid }) => [uuid, at] as const))), [studies]);
  // A 3D pane may cover an empty one.
  const activeSeries = byUuid.get(panes[active] ?? '') ?? byUuid.get(in3dSeries ?? '') ?? null;
  const studyAt = (series: string | null | undefined): StudyOfStrip | null => studyOf.get(sourceSeries(series ?? '')) ?? null;
  const shownStudies = new Set(panes.map(studyAt).filter((one) => one !== null));
  const isBlinded = task?.isBlinded === true;
  const name = patientNameToText(study.data.patientName) || TEXTS.noName;

  const rateOf = (one: Series | null): number => playbackRate(one?.reading?.facts?.cineRate ?? null);
  const canPlay = activeSeries !== null && (isFilm(activeSeries) || (activeSeries.reading?.facts?.slices ?? 0) > 1);
  const show = (pane: number, one: Series): void => {
    setPlaying(null);
    station.act({ act: 'show-series', pane, series: one.uuid, slice: firstSlice(one) });
  };

  const carryOut = useLatest((act: KeyAct): void => {
    if (in3d === active && OF_A_PICTURE.has(act.act)) return;
    switch (act.act) {
      case 'tool':
        return station.act(act);
      case 'undo':
      case 'redo':
        return history[act.act]();
      case 'radius':
        if (station.read().tool === 'scribble') return scribbles.step(act.direction);
        return masks.setOptions({ radiusMm: steppedRadius(masks.read().options.radiusMm, act.direction) });
      case 'compute':
        side.show('segments');
        return masks.chooseCompute(act.tool);
      case 'path':
        return changePath(workstation, act.how);
      case 'cursor': {
        const shape = store.peek(station.read().panes[active]?.series ?? '');
        const mm = shape === null ? 0 : finestStepMm(shape);
        return station.act({ act: 'move-cursor', pane: active, right: act.right * mm, below: act.below * mm });
      }
      case 'turn-path':
        return station.act({ act: 'turn-path', pane: active, degrees: (station.read().panes[active]?.path?.degrees ?? 0) + act.by });
      case 'clicks':
        return void clicks[act.how]();
      case 'scribbles':
        return void scribbles[act.how]();
      case 'segment': {
        const segment = masks.read().segments[act.index];
        return segment && masks.choose(segment.uuid);
      }
      case 'to-middle':
        return goToMiddle(workstation);
      case 'delete':
        return measuring.store.removeCurrent();
      case 'task':
        return task?.press(act.key);
      case 'proposal':
        if (!proposals.press(act.decision) && act.decision === 'corrected') station.act({ act: 'tool', tool: 'scribble' });
        return undefined;
      case 'key-image':
        return makeKeyImage(workstation, measuring.store, (uuid) => ({
          type: byUuid.get(uuid)?.type ?? null,
          study: measuring.studyOf.get(sourceSeries(uuid)) ?? null,
        }));
      case 'difference':
        setPlaying(null);
        return goToDifference(workstation, act.by);
      case 'comment':
        side.setOpen(false);
        return comments.store.pin(true);
      case 'walk':
        setPlaying(null);
        return station.act({ act: 'walk', pane: active, by: act.by });
      case 'walk-to': {
        const pane = station.read().panes[active];
        const shape = store.peek(pane?.series ?? '');
        const last = shape && pane ? stepOf(pane, shape).count - 1 : 0;
        return station.act({ act: 'walk-to', pane: active, to: act.end === 'first' ? 0 : last });
      }
      case 'walk-volume':
        setPlaying(null);
        return station.act({ act: 'walk-volume', pane: active, by: act.by });
      case 'zoom':
        return station.act({ act: 'zoom', pane: active, factor: act.factor, at: { x: 0, y: 0 } });
      case 'preset': {
        const preset = activeSeries && windowPresets(activeSeries.modalityCode, store.peek(activeSeries.uuid)?.scale != null)[act.index];
        return preset ? station.act({ act: 'window', pane: active, window: preset.window }) : undefined;
      }
      case 'layout':
        return station.act({ act: 'layout', layout: act.layout, offers: all.map((one) => ({ series: one.uuid, slice: firstSlice(one) })) });
      case 'next-pane':
        return focusPane((active + 1) % panes.length);
      case 'show-3d':
        return openOrClose3d(workstation, activeSeries, false);
      case 'three-planes':
        return station.act({ act: 'three-planes' });
      case 'full':
        return station.act({ act: 'full' });
      case 'align':
        return station.act({ act: 'align' });
      case 'dim':
        return setDim(nextDim(dim));
      case 'move-link':
        return moveLink(workstation, ages, act.direction);
      case 'play':
        return canPlay ? setPlaying(playing === null ? { rate: rateOf(activeSeries) } : null) : undefined;
      case 'strip':
        return setStrip(!hasStrip);
      case 'overlays':
        return overlays.hideOrShowAll();
      case 'tags':
        if (isBlinded) return undefined;
        return side.show(side.tab === 'tags' ? 'view' : 'tags');
      case 'keys':
        return setKeys(true);
      default:
        return station.act({ act: act.act, pane: active });
    }
  });

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || isElsewhere(event.target)) return;
      if (isLetter(event) && !event.altKey && !event.ctrlKey && !event.metaKey && !areLetterKeysOn()) return;
      const waiting = isScribbling(workstation) ? 'scribbles' : clicks.hasPending() ? 'clicks' : null;
      const { tool, panes: now, active: at } = station.read();
      const drawing = { isChosen: tool === 'path', isAlong: now[at]?.path != null };
      const act =
        waitingKey(event, waiting) ??
        pathKey(event, drawing) ??
        differenceKey(event, compare.read().isShown) ??
        keyAct(event, ownKeys.current);
      if (act === null || (act.act !== 'task' && isButton(event.target) && [' ', 'Enter'].includes(event.key))) return;
      event.preventDefault();
      carryOut.current(act);
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [carryOut, ownKeys, clicks, compare, workstation, station]);

  const form = useFormOfRead(() => side.show('form'));
  const { nextRef } = useForms();
  useEffect(() => {
    nextRef.current = () => task?.press('next-case');
  });

  const strip = (
    <SeriesStrip
      studies={studies}
      Thumbnail={Thumbnail}
      onChoose={(one) => {
        show(active, one);
        if (!isWide) setStrip(false);
      }}
      onDrag={setDragged}
    />
  );
  const panel = activeSeries && (
    <SidePanel
      series={activeSeries}
      source={byUuid.get(sourceSeries(activeSeries.uuid)) ?? activeSeries}
      study={study}
      all={all}
      own={studies[0]!.series}
      earlier={studies.slice(1)}
      isBlinded={isBlinded}
      tab={side.tab}
      onTab={side.setTab}
      onKeyImage={() => carryOut.current({ act: 'key-image' })}
      onPin={() => carryOut.current({ act: 'comment' })}
    />
  );
  const shown = isFull ? [active] : panes.map((_, at) => at);

  return (
    <div className={classes.frame} data-dim={dim || undefined} style={dimStyle(dim)}>
      {/* No banner: the sheets of a phone have one. `content`: what menus are put into (src/app/theme). */}
      <section id="content" className={classes.header} aria-label={TEXTS.study} data-dims>
        <a className={classes.home} href={backTo} aria-label={TEXTS.back}>
          <Logo markOnly />
        </a>
        <CodeChip code={study.modality} name={study.modality} />
        {task?.heading ?? (
          <>
            <h1 className={classes.name}>
              <bdi>{name}</bdi>
            </h1>
            <span className={classes.about}>
              {[formatStudyDate(study.studyDate), study.meta.patientSex].filter((part) => part !== '').join(' · ')}
            </span>
          </>
        )}
        <span className={classes.divider} />
        <Tooltip label={`${TEXTS.series} (${chordText(keyOf('strip'))})`}>
          <UnstyledButton
            className={classes.button}
            aria-label={TEXTS.series}
            aria-expanded={hasStrip}
            aria-keyshortcuts={shortcutOf(keyOf('strip'))}
            onClick={() => setStrip(!hasStrip)}
          >
            <IconStack2 size={16} stroke={1.5} aria-hidden />
            <span className={classes.buttonText}>{TEXTS.series}</span>
          </UnstyledButton>
        </Tooltip>
        <LayoutMenu
          onLayout={(next) => carryOut.current({ act: 'layout', layout: next })}
          isRead={task?.read !== undefined}
          on3d={() => openOrClose3d(workstation, activeSeries, true)}
        />
        {canPlay && (
          <CineControl
            isPlaying={playing !== null}
            rate={playing?.rate ?? rateOf(activeSeries)}
            onPlay={() => carryOut.current({ act: 'play' })}
            onRate={(rate) => setPlaying({ rate })}
          />
        )}
        <div className={classes.counts}>
          {task?.facts}
          <MaskHeader onDecide={() => side.show('segments')} />
          <MeasureHeader study={study.uuid} />
          <UndoButtons />
          <Company />
        </div>
        {mark}
        {!isBeside && (
          <UnstyledButton
            className={classes.button}
            data-end={!isWide || undefined}
            aria-label={TEXTS.panel}
            aria-expanded={side.isOpen}
            onClick={() => side.setOpen(!side.isOpen)}
          >
            <IconAdjustmentsHorizontal size={18} stroke={1.5} aria-hidden />
          </UnstyledButton>
        )}
      </section>
      <CheckLine />
      <PathBar />
      <div className={classes.body}>
        <ToolRail isTouch={isTouch} onComment={() => carryOut.current({ act: 'comment' })} onKeys={() => setKeys(true)} />
        {hasStrip && isWide && strip}
        <main
          className={classes.panes}
          aria-label={TEXTS.name}
          style={isFull ? {} : tracksOf(layout)}
          data-large={(!isFull && layout.hasLarge) || undefined}
        >
          {shown.map((at) => {
            const one = byUuid.get(panes[at] ?? '') ?? null;
            const onDrop = (to: number): void => {
              if (dragged !== null) show(to, dragged);
              setDragged(null);
            };
            if (at === in3d) return <SurfacePane key="3d" series={byUuid} {...{ at, dragged, onDrop }} />;
            return (
              <PaneView
                key={at}
                at={at}
                series={one}
                all={byUuid}
                dragged={dragged}
                onDrop={onDrop}
                study={shownStudies.size > 1 ? studyAt(panes[at]) : null}
                playing={at === active ? playing : null}
              />
            );
          })}
          <LinkBar ages={ages} />
        </main>
        {isWide && (isBeside || side.isOpen) && (
          <aside className={classes.panel} data-dims>
            <div className={classes.scrolled}>{panel}</div>
            {task?.foot(drawn, form)}
          </aside>
        )}
      </div>
      {!isWide && task?.foot(drawn, form)}
      {!isWide && (
        <>
          <Sheet opened={side.isOpen} onClose={() => side.setOpen(false)} title={TEXTS.panel}>
            {panel}
          </Sheet>
          <Drawer opened={hasStrip} onClose={() => setStrip(false)} position="left" size="18rem" title={TEXTS.series}>
            {strip}
          </Drawer>
        </>
      )}
      <KeysDialog opened={hasKeys} onClose={() => setKeys(false)} />
    </div>
  );
}

/** Nobody sees what these would do to a picture under surfaces. */
const OF_A_PICTURE: ReadonlySet<KeyAct['act']> = new Set([
  ...(['walk', 'walk-to', 'walk-volume', 'play', 'zoom', 'preset', 'key-image', 'path', 'cursor', 'turn-path'] as const),
  ...(['invert', 'reset', 'turn', 'flip-sideways', 'flip-upright', 'smooth'] as const),
]);

const dimStyle = (dim: number): CSSProperties => ({ '--dim': dimFilter(dim) ?? 'none' }) as CSSProperties;

/** A large first pane has three fifths of the width. */
function tracksOf({ rows, columns, hasLarge }: Layout): { gridTemplateColumns: string; gridTemplateRows: string } {
  const rest = hasLarge ? columns - 1 : columns;
  return {
    gridTemplateColumns: `${hasLarge ? 'minmax(0, 1.5fr) ' : ''}repeat(${rest}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  };
}

function focusPane(at: number): void {
  document.querySelector<HTMLElement>(`[data-pane="${at}"] [role="application"]`)?.focus();
}

/** Keys belong to fields, menus and dialogs while these have the focus. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="range"]), textarea, select, [role="menu"], [role="dialog"], [role="radiogroup"]') !== null
  );
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, [role="tab"]') !== null;
}
