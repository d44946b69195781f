import { StudiesPage } from '#features/studies/StudiesPage.tsx';

export function StudiesRoute() {
  return <StudiesPage />;
}
