import { mlText, voxelsText } from '#features/annotator/masks/mask-texts.ts';
import { useStation } from '#features/annotator/workstation.ts';
import { t } from '#language/t.ts';
import classes from './CompareLegend.module.css';
import { PatternSwatch } from './PatternSwatch.tsx';
import { useCompare } from './use-compare.ts';
import { useSelected } from './use-differences.ts';

const PARTS = [
  { of: 'a', part: 'onlyA', words: t('only A') },
  { of: 'b', part: 'onlyB', words: t('only B') },
  { of: 'both', part: 'both', words: t('both') },
] as const;

/** What the patterns mean, and how much of each there is; in the active pane. */
export function CompareLegend({ at }: { at: number }) {
  const isShown = useCompare((state) => state.isShown);
  const isActive = useStation(({ active }) => active === at);
  const selected = useSelected();
  if (!isShown || !isActive || selected === null) return null;
  const { ml, voxels } = selected.comparison;
  return (
    <ul className={classes.legend} aria-label={t('What differs: {title}', { title: selected.title })}>
      {PARTS.map(({ of, part, words }) => (
        <li key={part}>
          <PatternSwatch of={of} />
          <span>{words}</span>
          <span className={classes.amount}>{ml === null ? voxelsText(voxels[part]) : mlText(ml[part])}</span>
        </li>
      ))}
    </ul>
  );
}
