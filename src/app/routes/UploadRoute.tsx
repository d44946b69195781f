import { UploadPage } from '#features/upload/UploadPage.tsx';
import { useOwn } from '#app/session/visit-context.tsx';
import { LazySeriesViewer } from '#app/viewer/lazy-series-viewer.ts';

export function UploadRoute() {
  const { db, userId } = useOwn();
  return <UploadPage db={db} userId={userId} Viewer={LazySeriesViewer} />;
}
