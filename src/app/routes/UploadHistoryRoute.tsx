import { useOwn } from '#app/session/visit-context.tsx';
import { UploadHistoryPage } from '#features/history/UploadHistoryPage.tsx';
import { WaitingUploads } from '#features/upload/sending/WaitingUploads.tsx';

export function UploadHistoryRoute() {
  const { db } = useOwn();
  return <UploadHistoryPage waiting={<WaitingUploads db={db} />} />;
}
