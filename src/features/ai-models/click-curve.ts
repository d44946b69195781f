import { z } from 'zod';
import type { AiModelVersion } from '#contract/ai/models.ts';
import { formatDecimal } from '#language/numbers.ts';
import { t } from '#language/t.ts';

/** By number of clicks: mean Dice of each class, as the worker measures it. */
const Curve = z.record(z.string().regex(/^\d+$/), z.object({ foreground: z.number() }));

/** What the Dice of a network for clicks is of, with its mean after each number of clicks where the worker measured it; null: it is no such network. */
export function clickCurveText({ manifest, report }: Pick<AiModelVersion, 'manifest' | 'report'>): string | null {
  if (manifest.clicks !== true || report === null) return null;
  const what = t('This network corrects masks by clicks. The Dice is that after one click on masks with errors.');
  const curve = Curve.safeParse(report.settings['curve']);
  if (!curve.success) return what;
  const steps = Object.entries(curve.data)
    .map(([count, { foreground }]) => ({ count: Number(count), foreground }))
    .toSorted((a, b) => a.count - b.count);
  if (steps.length === 0) return what;
  const counts = steps.map(({ count }) => count).join(', ');
  const means = steps.map(({ foreground }) => formatDecimal(foreground, 2)).join(', ');
  return `${what} ${t('Mean after {counts} clicks: {means}.', { counts, means })}`;
}
