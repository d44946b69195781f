import { LabelChip } from './LabelChip.tsx';
import { LabelDropdown } from './LabelDropdown.tsx';
import { LabelPicker } from './LabelPicker.tsx';
import classes from './Labels.module.css';
import { openText, TEXTS } from './texts.ts';
import { useLabels } from './use-labels.ts';

interface ChosenLabelsProps {
  /** Display name of the labelled item. */
  name: string;
  /** Ids. */
  chosen: readonly number[];
  onChoose: (labelId: number, on: boolean) => void;
}

/** Labels that an item will have once it is sent, and the menu that changes them. Labels that the team has deleted are not shown. */
export function ChosenLabels({ name, chosen, onChoose }: ChosenLabelsProps) {
  const team = useLabels();
  const ids = new Set(chosen);
  const shown = (team.data ?? []).filter(({ label_id }) => ids.has(label_id));
  return (
    <div className={classes.labels} data-where="upload" data-none={shown.length === 0 || undefined}>
      {shown.map((label) => (
        <LabelChip key={label.label_id} label={{ ...label, state: 'on' }} />
      ))}
      <LabelDropdown label={openText(name)} title={TEXTS.labels} where="panel">
        <LabelPicker labels={team} chosen={ids} onChoose={onChoose} />
      </LabelDropdown>
    </div>
  );
}
