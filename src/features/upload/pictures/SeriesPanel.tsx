import { ActionIcon, Drawer, Skeleton, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Suspense, useEffect, type ComponentType, type KeyboardEvent } from 'react';
import { t } from '#language/t.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { SeriesView, StudyView } from '#model/uploads/upload-view.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import type { SeriesSource } from '#workers/series/types.ts';
import classes from './SeriesPanel.module.css';
import { shownNameText, TEXTS } from '#features/upload/texts.ts';
import { neighbourSeries, type PanelSeries } from './series-panel-context.ts';

/** The viewer component; the page's root passes it in. */
export type SeriesViewer = ComponentType<{
  userId: number;
  source: SeriesSource;
  startSlice: number;
  modality: string;
  cineRate: number | null;
  label: string;
  names?: { patientName?: string };
  onOpening?: ((isOpening: boolean) => void) | undefined;
}>;

interface SeriesPanelProps {
  Viewer: SeriesViewer;
  userId: number;
  studies: readonly StudyView[];
  /** Null: closed. */
  panelSeries: PanelSeries | null;
  onLookAt: (panelSeries: PanelSeries) => void;
  onClose: () => void;
  /** CALL-062 has started or ended for the shown series. */
  onGenerating: (isGenerating: boolean) => void;
}

/** given (UPL2-069): 750 px. */
const PANEL_PX = 750;

/** One series, slice by slice, next to the list; below 992 px it fills the screen (design.md §7). */
export function SeriesPanel({ Viewer, userId, studies, panelSeries, onLookAt, onClose, onGenerating }: SeriesPanelProps) {
  const isFull = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const isBeside = useMediaQuery('(min-width: 87.5em)', false, { getInitialValueInEffect: false });
  const series = panelSeries && seriesOf(studies, panelSeries.seriesId);
  const study = series && studies.find(({ id }) => id === series.studyId);
  // The series was removed, or another upload is shown.
  useEffect(() => {
    if (panelSeries && !series) onClose();
  }, [panelSeries, series, onClose]);
  const name = study ? shownNameText(study.patientName) : '';
  const description = series
    ? [series.number, series.facts.seriesDescription || TEXTS.noDescription].filter((part) => part !== null).join(' · ')
    : '';

  function goTo(by: 1 | -1) {
    const next = panelSeries && neighbourSeries(studies, panelSeries.seriesId, by);
    if (next) onLookAt({ seriesId: next.id, slice: next.defaultSlice });
  }
  function keys(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    goTo(event.key === 'ArrowDown' ? 1 : -1);
  }

  return (
    <Drawer
      opened={series !== null && series !== undefined}
      onClose={onClose}
      size={isFull ? '100%' : PANEL_PX}
      // Next to the list the list stays usable; elsewhere the panel covers everything.
      withOverlay={!isBeside}
      trapFocus={!isBeside}
      lockScroll={!isBeside}
      closeOnClickOutside={!isBeside}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': TEXTS.closePanel }}
      classNames={{ content: classes.panel ?? '', header: classes.head ?? '', title: classes.title ?? '', body: classes.body ?? '' }}
      onKeyDown={keys}
      title={
        series &&
        study && (
          <>
            <CodeChip code={series.facts.modalityCode || study.modality} name={t('Modality')} />
            <span className={classes.titles}>
              <bdi className={classes.name} title={name}>
                {name}
              </bdi>
              <bdi className={classes.series} title={description}>
                {description}
              </bdi>
            </span>
            <Step studies={studies} series={series} by={-1} onGo={goTo} />
            <Step studies={studies} series={series} by={1} onGo={goTo} />
          </>
        )
      }
    >
      {series && (
        <Suspense fallback={<Skeleton className={classes.pending ?? ''} radius={0} animate={false} />}>
          <Viewer
            userId={userId}
            source={{ of: 'device', seriesId: series.id }}
            startSlice={panelSeries.slice}
            modality={series.facts.modalityCode}
            cineRate={series.facts.cineRate}
            label={`${name}, ${description}`}
            // For a series on the server a volume is made for viewing.
            onOpening={series.location === 'server' ? onGenerating : undefined}
            names={{ patientName: study ? patientNameToText(study.patientName) : '' }}
          />
        </Suspense>
      )}
    </Drawer>
  );
}

interface StepProps {
  studies: readonly StudyView[];
  series: SeriesView;
  by: 1 | -1;
  onGo: (by: 1 | -1) => void;
}

function Step({ studies, series, by, onGo }: StepProps) {
  const label = by > 0 ? TEXTS.nextSeries : TEXTS.previousSeries;
  const Icon = by > 0 ? IconChevronRight : IconChevronLeft;
  return (
    <Tooltip label={`${label} (Alt ${by > 0 ? '↓' : '↑'})`}>
      <ActionIcon aria-label={label} aria-disabled={neighbourSeries(studies, series.id, by) === undefined} onClick={() => onGo(by)}>
        <Icon size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function seriesOf(studies: readonly StudyView[], id: string): SeriesView | undefined {
  return studies.flatMap((study) => study.series).find((series) => series.id === id);
}
