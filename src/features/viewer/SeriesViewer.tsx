import { isNoSlice, noSliceText } from '#model/pictures/no-slice.ts';
import { IconPhotoOff, IconTags } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { TransferFunction } from '#contract/transfer-functions.ts';
import { isVideo } from '#model/pictures/video.ts';
import { playbackRate } from '#model/pictures/playback-rate.ts';
import { windowPresets } from '#model/pictures/window-presets.ts';
import { curveToGradient, defaultFor } from '#model/transfer-functions/curve.ts';
import { FieldList } from '#ui/viewer/FieldList.tsx';
import type { Drawn, ViewColours, ViewWish } from '#ui/viewer/types.ts';
import { Viewer } from '#ui/viewer/Viewer.tsx';
import { ToolButton } from '#ui/viewer/ViewerTools.tsx';
import type { Viewer as DrawingWorker } from '#workers/viewer/handle.ts';
import type { SeriesSource } from '#workers/series/types.ts';
import type { OpenedSeries } from '#workers/viewer/types.ts';
import { FilmTools } from './FilmTools.tsx';
import classes from './SeriesViewer.module.css';
import { TEXTS } from './texts.ts';
import { useFields } from './use-fields.ts';
import { useTransferFunctions } from './use-transfer-functions.ts';
import { isOpen, useOpened, useViewer, type Opened } from './use-viewer.ts';
import { viewPicture, type ShownNames } from './view-picture.ts';

interface SeriesViewerProps {
  userId: number;
  source: SeriesSource;
  startSlice: number;
  /** Determines the presets and whether it is played. */
  modality: string;
  cineRate: number | null;
  /** Label of the slices. */
  label: string;
  names?: ShownNames;
  /** Additional tools at the end of the toolbar. */
  tools?: ReactNode;
  /** Called when opening starts and ends. Must be stable. */
  onOpening?: ((isOpening: boolean) => void) | undefined;
}

/** Shows one series, wherever its bytes are: on this device or on the server. */
export function SeriesViewer(props: SeriesViewerProps) {
  const viewer = useViewer(props.userId);
  const opened = useOpened(viewer, props.source);
  const { onOpening } = props;
  const isOpening = opened === undefined;
  useEffect(() => {
    if (!isOpening) return undefined;
    onOpening?.(true);
    return () => onOpening?.(false);
  }, [isOpening, onOpening]);
  if (!viewer || !opened) return <div className={classes.cell} role="group" aria-busy aria-label={TEXTS.opening} />;
  if (!isOpen(opened.series) || opened.series.slices === 0) return <NoSeries series={opened.series} />;
  return <OpenedViewer key={opened.key} {...props} viewer={viewer} opened={opened.series} />;
}

function NoSeries({ series }: { series: Opened['series'] }) {
  const text = series !== 'failed' && isNoSlice(series) ? noSliceText(series) : series === 'failed' ? TEXTS.failed : TEXTS.noSlices;
  return (
    <div className={classes.cell}>
      <p className={classes.none} role="status">
        <IconPhotoOff size={26} stroke={1.5} aria-hidden />
        {text}
      </p>
    </div>
  );
}

function OpenedViewer(props: SeriesViewerProps & { viewer: DrawingWorker; opened: OpenedSeries }) {
  const { viewer, opened, modality, cineRate, label, startSlice, names = NO_NAMES, tools } = props;
  const [slice, setSlice] = useState(startSlice);
  const [withTags, setWithTags] = useState(false);
  const [filmAt, setFilmAt] = useState<number | null>(null);
  const fields = useFields(viewer, opened.id, slice, withTags);
  const presets = useMemo(() => windowPresets(modality), [modality]);
  const functions = useTransferFunctions();
  const colours = useMemo(() => functions.map(toColours), [functions]);
  const { patientName, seriesDescription, seriesNumber } = names;
  const isPlayed = opened.isCine || ['XA', 'US', 'RF', 'IVUS', 'ES'].includes(modality);

  const draw = useCallback(
    async (wish: ViewWish): Promise<Drawn> => {
      try {
        const { colours: chosen, ...rest } = wish;
        const drawn = await viewer.draw(opened.id, { ...rest, curve: functions.find(({ uuid }) => uuid === chosen) ?? null });
        setFilmAt(isFilm(drawn) ? wish.slice : null);
        if (isNoSlice(drawn)) return { problem: noSliceText(drawn) };
        return viewPicture(drawn, {
          ...(patientName === undefined ? {} : { patientName }),
          ...(seriesDescription === undefined ? {} : { seriesDescription }),
          ...(seriesNumber === undefined ? {} : { seriesNumber }),
        });
      } catch (error) {
        reportError(error);
        return { problem: TEXTS.failed };
      }
    },
    [viewer, opened.id, functions, patientName, seriesDescription, seriesNumber],
  );

  return (
    <Viewer
      label={label}
      slices={opened.slices}
      startSlice={startSlice}
      draw={draw}
      presets={presets}
      colours={colours}
      startColours={defaultFor(functions, modality)?.uuid ?? null}
      playRate={isPlayed ? playbackRate(cineRate) : null}
      onSlice={setSlice}
      onTags={() => setWithTags(!withTags)}
      tools={
        <>
          <ToolButton name={TEXTS.tags} shortcut="T" isOn={withTags} onClick={() => setWithTags(!withTags)} Icon={IconTags} />
          {filmAt === slice && <FilmTools key={slice} viewer={viewer} seriesId={opened.id} slice={slice} label={label} />}
          {tools}
        </>
      }
      aside={withTags && <FieldList title={TEXTS.tags} fields={fields} />}
    />
  );
}

function isFilm(drawn: object): boolean {
  return 'transferSyntaxUid' in drawn && isVideo(String(drawn.transferSyntaxUid));
}

function toColours({ uuid, name, points }: TransferFunction): ViewColours {
  return { id: uuid, name, strip: curveToGradient(points) };
}

const NO_NAMES: ShownNames = {};
