import { useOwn } from '#app/session/visit-context.tsx';
import { FilesPage } from '#features/files/FilesPage.tsx';

export function FilesRoute() {
  const { db, userId } = useOwn();
  return <FilesPage db={db} userId={userId} />;
}
