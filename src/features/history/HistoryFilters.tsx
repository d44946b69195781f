import { Button, Menu } from '@mantine/core';
import { IconCheck, IconProgress, IconUser } from '@tabler/icons-react';
import { UploadProgress } from '#contract/entities.ts';
import { SearchField } from '#ui/SearchField.tsx';
import { Status } from '#ui/Status.tsx';
import type { HistoryAddress } from './history-address.ts';
import classes from './HistoryFilters.module.css';
import { TEXTS } from './texts.ts';

interface HistoryFiltersProps {
  address: HistoryAddress;
  /** A change of what is looked for leads to the first page of it. */
  onChange: (address: HistoryAddress, options?: { replace?: boolean }) => void;
}

export function HistoryFilters({ address, onChange }: HistoryFiltersProps) {
  const change = (changes: Partial<HistoryAddress>, options?: { replace?: boolean }) =>
    onChange({ ...address, ...changes, page: 1 }, options);
  return (
    <>
      <SearchField label={TEXTS.search} search={address.search} onSearch={(search) => change({ search }, { replace: true })} />
      <Button
        variant="default"
        className={classes.filter ?? ''}
        data-on={address.mine || undefined}
        aria-pressed={address.mine}
        leftSection={address.mine ? <IconCheck size={16} stroke={1.75} aria-hidden /> : <IconUser size={16} stroke={1.5} aria-hidden />}
        onClick={() => change({ mine: !address.mine })}
      >
        {TEXTS.byMe}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            className={classes.filter ?? ''}
            data-on={address.progress !== null || undefined}
            leftSection={<IconProgress size={16} stroke={1.5} aria-hidden />}
          >
            {TEXTS.status}
            {address.progress !== null && <span className={classes.chosen}>{address.progress}</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => change({ progress: null })}>{TEXTS.anyStatus}</Menu.Item>
          {UploadProgress.options.map((progress) => (
            <Menu.Item
              key={progress}
              onClick={() => change({ progress })}
              rightSection={progress === address.progress ? <IconCheck size={16} stroke={1.75} aria-label="chosen" /> : null}
            >
              <Status word={progress} />
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
