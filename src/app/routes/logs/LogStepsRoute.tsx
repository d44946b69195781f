import { StepsPage } from '#features/logs/StepsPage.tsx';

export function LogStepsRoute() {
  return <StepsPage />;
}
