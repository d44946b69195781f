import type { Series } from '#contract/study-detail.ts';
import { useKnownClickModels } from './use-clicks.ts';

/** Keeps in the workstation which models correct by clicks. `study`: its UUID. */
export function KnownClickModels({ study, series }: { study: string; series: readonly Series[] }) {
  useKnownClickModels(study, series);
  return null;
}
