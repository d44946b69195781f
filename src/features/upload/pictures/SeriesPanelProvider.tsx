import type { ReactNode } from 'react';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { GeneratingContext, OpenPanelContext, PanelSeriesContext } from './series-panel-context.ts';
import { SeriesPanel, type SeriesViewer } from './SeriesPanel.tsx';
import { PreviewerProvider } from './use-previewer.tsx';
import { useSeriesPanel } from './use-series-panel.ts';

interface SeriesPanelProviderProps {
  Viewer: SeriesViewer;
  userId: number;
  studies: readonly StudyView[] | undefined;
  children: ReactNode;
}

/** Draws the thumbnails of its content, and opens the panel with the viewer next to it. */
export function SeriesPanelProvider({ Viewer, userId, studies, children }: SeriesPanelProviderProps) {
  const { lookAt, generatingId, panel } = useSeriesPanel();
  return (
    <PreviewerProvider userId={userId}>
      <OpenPanelContext value={lookAt}>
        <GeneratingContext value={generatingId}>
          <PanelSeriesContext value={panel.panelSeries?.seriesId ?? null}>{children}</PanelSeriesContext>
        </GeneratingContext>
      </OpenPanelContext>
      <SeriesPanel Viewer={Viewer} userId={userId} studies={studies ?? NO_STUDIES} {...panel} />
    </PreviewerProvider>
  );
}

const NO_STUDIES: readonly StudyView[] = [];
