import { Button, Menu } from '@mantine/core';
import { IconCheck, IconProgress, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import classes from './Filter.module.css';

interface FilterToggleProps {
  isOn: boolean;
  /** While it is off. */
  icon: Icon;
  onToggle: () => void;
  children: ReactNode;
}

/** A filter that is on or off. */
export function FilterToggle({ isOn, icon, onToggle, children }: FilterToggleProps) {
  const ShownIcon = isOn ? IconCheck : icon;
  return (
    <Button
      variant="default"
      className={classes.filter ?? ''}
      data-on={isOn || undefined}
      aria-pressed={isOn}
      leftSection={<ShownIcon size={16} stroke={isOn ? 1.75 : 1.5} aria-hidden />}
      onClick={onToggle}
    >
      {children}
    </Button>
  );
}

interface StateFilterProps<State> {
  label: string;
  icon?: Icon;
  /** The first is no filter. `shown` takes the place of the label in the menu. */
  states: readonly { value: State; label: string; shown?: ReactNode }[];
  chosen: State;
  onChoose: (state: State) => void;
}

/** A filter by one state, which its button shows. */
export function StateFilter<State extends string | null>({
  label,
  icon: FilterIcon = IconProgress,
  states,
  chosen,
  onChoose,
}: StateFilterProps<State>) {
  const isOn = chosen !== states[0]?.value;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          className={classes.filter ?? ''}
          data-on={isOn || undefined}
          leftSection={<FilterIcon size={16} stroke={1.5} aria-hidden />}
        >
          {label}
          {isOn && <span className={classes.chosen}>{states.find(({ value }) => value === chosen)?.label}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.states ?? ''}>
        {states.map((state) => (
          <Menu.Item
            key={state.value}
            onClick={() => onChoose(state.value)}
            rightSection={state.value === chosen ? <IconCheck size={16} stroke={1.75} aria-label={t('chosen')} /> : null}
          >
            {state.shown ?? state.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
