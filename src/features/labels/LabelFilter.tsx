import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTag, IconX } from '@tabler/icons-react';
import { Swatch } from '#ui/Swatch.tsx';
import { LabelList } from './LabelList.tsx';
import classes from './Labels.module.css';
import { clearFilterText, TEXTS } from './texts.ts';
import { useLabels } from './use-labels.ts';

interface LabelFilterProps {
  labelId: number | null;
  onChange: (labelId: number | null) => void;
}

/** Studies with one label: chosen from a list, then shown as a chip that removes the filter (LIST-003). */
export function LabelFilter({ labelId, onChange }: LabelFilterProps) {
  const { data: labels } = useLabels();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  if (labelId !== null) {
    const label = labels?.find(({ label_id }) => label_id === labelId);
    const name = label?.name ?? TEXTS.filter;
    return (
      <Button
        className={classes.active ?? ''}
        variant="default"
        data-active-label={name}
        leftSection={label && <Swatch color={label.color} />}
        rightSection={<IconX size={14} stroke={1.75} aria-hidden />}
        aria-label={clearFilterText(name)}
        title={clearFilterText(name)}
        onClick={() => onChange(null)}
      >
        <bdi>{name}</bdi>
      </Button>
    );
  }
  // No button without anything to choose from.
  if (labels === undefined || labels.length === 0) return null;
  return (
    <Popover opened={isOpen} onChange={(opened) => !opened && close()} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconTag size={16} stroke={1.5} aria-hidden />} onClick={toggle}>
          {TEXTS.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>
        <div className={classes.view}>
          <LabelList
            labels={labels}
            chosen={NONE}
            several={false}
            onCreate={null}
            onChoose={({ label_id }) => {
              close();
              onChange(label_id);
            }}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const NONE: ReadonlySet<number> = new Set();
