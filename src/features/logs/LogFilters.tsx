import { ActionIcon, Button, Menu, Select, Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconCalendar, IconFilter, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Session } from '#model/session.ts';
import { FilterToggle } from '#ui/lists/Filter.tsx';
import { useSession } from '#ui/session-context.tsx';
import { DateField } from './DateField.tsx';
import { formatFilterDay } from './filter-date.ts';
import type { SpanAddress } from './log-address.ts';
import classes from './LogFilters.module.css';
import { filtersText, personText, TEXTS } from './texts.ts';
import { useLogPeople } from './use-logs.ts';

interface LogFiltersProps {
  address: SpanAddress;
  onChange: (change: Partial<SpanAddress>) => void;
  /** Number of active filters, including those of `children`. */
  count: number;
  /** Additional filters of this list. */
  children?: ReactNode;
}

/** By user and time, and for all teams if permitted. On a phone behind a button, so that the list starts on the first screen. */
export function LogFilters({ address, onChange, count, children }: LogFiltersProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure(false);
  const { permissions } = useSession<Session>();
  return (
    <>
      {isPhone && (
        <Button variant="default" aria-expanded={isOpen} leftSection={<IconFilter size={16} stroke={1.5} aria-hidden />} onClick={toggle}>
          {filtersText(count)}
        </Button>
      )}
      {(!isPhone || isOpen) && (
        <div className={classes.filters} role="group" aria-label={TEXTS.filters}>
          <PersonSelect user={address.user} all={address.all} onChange={(user) => onChange({ user })} />
          {children}
          <div className={classes.span}>
            <DateField label={TEXTS.from} value={address.from} onChange={(from) => onChange({ from })} />
            <DateField label={TEXTS.to} value={address.to} onChange={(to) => onChange({ to })} />
          </div>
          <PeriodMenu onChange={onChange} />
          {permissions.has('admin') && (
            <FilterToggle isOn={address.all} icon={IconWorld} onToggle={() => onChange({ all: !address.all })}>
              {TEXTS.allTeams}
            </FilterToggle>
          )}
        </div>
      )}
    </>
  );
}

function PersonSelect({ user, all, onChange }: { user: number | null; all: boolean; onChange: (user: number | null) => void }) {
  const people = useLogPeople(all).data?.data ?? [];
  // A user named in the address is shown even if not in the list.
  const shown = user === null || people.some(({ id }) => id === user) ? people : [{ id: user, name: null }, ...people];
  return (
    <Select
      className={classes.select ?? ''}
      aria-label={TEXTS.person}
      placeholder={TEXTS.person}
      data={shown.map((person) => ({ value: String(person.id), label: personText(person) }))}
      value={user === null ? null : String(user)}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      searchable
      clearable
      nothingFoundMessage={TEXTS.nobody}
    />
  );
}

const PERIODS = [7, 30] as const;

function PeriodMenu({ onChange }: { onChange: (span: Pick<SpanAddress, 'from' | 'to'>) => void }) {
  const since = (days: number) => {
    const day = new Date();
    day.setDate(day.getDate() - days + 1);
    onChange({ from: formatFilterDay(day), to: '' });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={TEXTS.period}>
          <ActionIcon variant="default" size={32} aria-label={TEXTS.period}>
            <IconCalendar size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => since(1)}>{TEXTS.today}</Menu.Item>
        {PERIODS.map((days) => (
          <Menu.Item key={days} onClick={() => since(days)}>
            {TEXTS.lastDays(days)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onChange({ from: '', to: '' })}>{TEXTS.anyTime}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
