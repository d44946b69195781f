import type { RunnableModel } from '#contract/ai/models.ts';
import { correctsSeries } from '#model/ai/suits-series.ts';

/** A promoted version that corrects masks by clicks. */
export type ClickModel = Pick<RunnableModel, 'model' | 'version'>;

/** Those that suit the series that is drawn on. */
export function clickModelsFor(models: readonly RunnableModel[], acquisition: string | null): ClickModel[] {
  return models.filter((model) => correctsSeries(model, acquisition));
}
