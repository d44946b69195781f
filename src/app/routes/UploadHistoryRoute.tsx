import { UploadHistoryPage } from '#features/history/UploadHistoryPage.tsx';

export function UploadHistoryRoute() {
  return <UploadHistoryPage />;
}
