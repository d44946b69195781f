import type { AiModelDetail } from '#contract/ai/models.ts';
import { LineChart } from '#ui/charts/LineChart.tsx';
import { intervalScale } from '#ui/charts/scale.ts';
import { formatDate } from '#ui/format.ts';
import { StackedBar } from '#ui/StackedBar.tsx';
import classes from './Models.module.css';
import { diceText, fallText, inUseText, proposedText, TEXTS, versionText } from './texts.ts';
import { fallOf } from './quality.ts';

/** What people did with what the promoted version proposed, and how much of it they kept, by week. */
export function InUse({ model: { used, quality, promoted } }: { model: AiModelDetail }) {
  const versions = [...new Set(quality.map(({ version }) => version))];
  const fall = promoted === null ? null : fallOf(quality.filter(({ version }) => version === promoted.number));
  const title = promoted === null ? TEXTS.inUse : inUseText(promoted.number);
  return (
    <div className={classes.used}>
      <LineChart
        title={title}
        note={TEXTS.inUseNote}
        lines={versions.map((version) => ({
          name: versionText(version),
          points: quality
            .filter((week) => week.version === version)
            .map(({ week, dice }) => ({ x: Date.parse(`${week}T00:00:00`), value: dice })),
        }))}
        axis={{ name: TEXTS.week, text: (x) => formatDate(x).slice(0, 6) }}
        scale={intervalScale(quality.map(({ dice }) => dice))}
        value={diceText}
        none={TEXTS.notUsed}
      />
      {fall !== null && <p className={classes.caution}>{fallText(fall)}</p>}
      {used.proposed > 0 && (
        <div className={classes.decisions}>
          <span className={classes.dim}>{proposedText(used.proposed)}</span>
          <StackedBar
            label={title}
            parts={[
              { name: TEXTS.accepted, count: used.accepted, colour: 'var(--ls-tone-sure)' },
              { name: TEXTS.corrected, count: used.corrected, colour: 'var(--ls-tone-moving)' },
              { name: TEXTS.refused, count: used.refused, colour: 'var(--ls-tone-broken)' },
              {
                name: TEXTS.undecided,
                count: Math.max(0, used.proposed - used.accepted - used.corrected - used.refused),
                colour: 'var(--ls-tone-still)',
              },
            ]}
          />
        </div>
      )}
    </div>
  );
}
