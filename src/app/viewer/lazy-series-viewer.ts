import { lazy } from 'react';

/** Comes when the first series is looked at; the service worker keeps it with the page, so it comes offline as well. */
export const LazySeriesViewer = lazy(async () => ({ default: (await import('#features/viewer/SeriesViewer.tsx')).SeriesViewer }));
