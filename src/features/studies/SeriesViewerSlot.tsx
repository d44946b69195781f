import { Suspense, useMemo, type ComponentType } from 'react';
import type { Series } from '#contract/study-detail.ts';
import type { SeriesSource } from '#workers/series/types.ts';
import { SeriesThumbnail } from './SeriesThumbnail.tsx';
import { seriesName } from './texts.ts';

/** Shows a series wherever its bytes are; another feature, passed in by the route. */
export type SeriesViewer = ComponentType<{
  userId: number;
  source: SeriesSource;
  startSlice: number;
  modality: string;
  cineRate: number | null;
  label: string;
  names?: { patientName?: string; seriesDescription?: string; seriesNumber?: number | null };
}>;

interface SeriesViewerSlotProps {
  Viewer: SeriesViewer;
  userId: number;
  studyUuid: string;
  /** Display name. */
  patientName: string;
  series: Series;
}

/**
 * The open series: DICOM as it was sent, with its own window and tags, or its converted volume if the files are out of reach; an uploaded
 * volume directly. Its thumbnail until all of it has loaded.
 */
export function SeriesViewerSlot({ Viewer, userId, studyUuid, patientName, series }: SeriesViewerSlotProps) {
  const volume = series.volumes[0];
  const volumeId = volume?.id ?? null;
  const source = useMemo(
    (): SeriesSource =>
      series.type === 'nii' && volumeId !== null ? { of: 'volume', volumeId } : { of: 'originals', seriesUuid: series.uuid, volumeId },
    [volumeId, series.uuid, series.type],
  );
  const picture = <SeriesThumbnail series={series} studyUuid={studyUuid} size="large" />;
  if (series.proved < series.files) return picture;
  const slices = series.reading?.facts?.slices ?? volume?.dims?.slice(2).reduce((product, size) => product * size, 1) ?? series.cnt;
  const seriesNumber = Number(series.seriesNumber);
  return (
    <Suspense fallback={picture}>
      <Viewer
        userId={userId}
        source={source}
        startSlice={Math.floor(slices / 2)}
        modality={series.modalityCode}
        cineRate={series.reading?.facts?.cineRate ?? null}
        label={seriesName(series)}
        names={{
          patientName,
          seriesDescription: series.seriesDescription,
          seriesNumber: Number.isInteger(seriesNumber) ? seriesNumber : null,
        }}
      />
    </Suspense>
  );
}
