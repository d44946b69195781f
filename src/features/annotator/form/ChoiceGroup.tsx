import type { KeyboardEvent } from 'react';
import classes from './Form.module.css';

interface ChoiceGroupProps {
  label: string;
  options: readonly { key: string; text: string }[];
  chosen: readonly string[];
  several: boolean;
  isReadOnly?: boolean;
  /** Id of what is wrong with it. */
  describedBy?: string | undefined;
  onChoose: (keys: string[]) => void;
}

/** Options side by side: digits and the left and right arrows choose, Delete clears. */
export function ChoiceGroup({ label, options, chosen, several, isReadOnly = false, describedBy, onChoose }: ChoiceGroupProps) {
  const at = Math.max(
    0,
    options.findIndex(({ key }) => chosen.includes(key)),
  );
  function choose(index: number): void {
    const key = options[index]?.key;
    if (key === undefined || isReadOnly) return;
    if (!several) return onChoose([key]);
    // In the order of the form.
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChoose(options.map((option) => option.key).filter((each) => next.has(each)));
  }
  function onKey(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...event.currentTarget.parentElement!.children] as HTMLElement[];
    const focused = buttons.indexOf(event.currentTarget);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0) {
      const to = (focused + step + options.length) % options.length;
      buttons[to]?.focus();
      if (!several) choose(to);
    } else if (/^[1-9]$/.test(event.key)) {
      choose(Number(event.key) - 1);
      buttons[Number(event.key) - 1]?.focus();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && !isReadOnly) onChoose([]);
    else return;
    event.preventDefault();
  }
  return (
    <div
      className={classes.choices}
      role={several ? 'group' : 'radiogroup'}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={isReadOnly || undefined}
    >
      {options.map(({ key, text }, index) => (
        <button
          key={key}
          type="button"
          className={classes.choice}
          role={several ? 'checkbox' : 'radio'}
          aria-checked={chosen.includes(key)}
          tabIndex={index === at ? 0 : -1}
          data-form-stop=""
          onClick={() => choose(index)}
          onKeyDown={onKey}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
