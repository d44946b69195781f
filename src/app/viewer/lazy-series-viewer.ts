import { lazy } from 'react';

/** Loaded when the first series is opened; the service worker caches it with the page, so it also loads offline. */
export const LazySeriesViewer = lazy(async () => ({ default: (await import('#features/viewer/SeriesViewer.tsx')).SeriesViewer }));
