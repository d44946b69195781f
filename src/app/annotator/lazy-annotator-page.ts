import { lazy } from 'react';

/** Loaded when the first study is annotated; the service worker caches it with the page, so it also loads offline. */
export const LazyAnnotatorPage = lazy(async () => ({ default: (await import('#features/annotator/AnnotatorPage.tsx')).AnnotatorPage }));
