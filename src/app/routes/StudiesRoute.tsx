import { useOwn } from '#app/session/visit-context.tsx';
import { LazySeriesViewer } from '#app/viewer/lazy-series-viewer.ts';
import { StudiesPage } from '#features/studies/StudiesPage.tsx';

export function StudiesRoute() {
  return <StudiesPage db={useOwn().db} Viewer={LazySeriesViewer} />;
}
