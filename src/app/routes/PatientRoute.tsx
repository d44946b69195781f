import { useOwn } from '#app/session/visit-context.tsx';
import { PatientPage } from '#features/studies/patients/PatientPage.tsx';

export function PatientRoute() {
  return <PatientPage db={useOwn().db} />;
}
