export { PatientsPage as PatientsRoute } from '#features/studies/patients/PatientsPage.tsx';
