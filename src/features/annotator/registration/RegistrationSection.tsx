import { ActionIcon, Button, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Registration } from '#contract/registrations.ts';
import type { Series } from '#contract/study-detail.ts';
import { seriesName } from '#features/annotator/texts.ts';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';
import { REGISTRATION_TEXTS as TEXTS, stateText } from './registration-texts.ts';
import classes from './RegistrationSection.module.css';
import { useChangeRegistrations, useRegistrations } from './use-registrations.ts';

interface RegistrationSectionProps {
  /** UUID. */
  study: string;
  /** Of the active pane. */
  series: Series;
  /** Of the study. */
  own: readonly Series[];
}

/** Registrations of the series of the active pane: starting one, its progress and error, and whether panes follow it. */
export function RegistrationSection({ study, series, own }: RegistrationSectionProps) {
  const { station } = useWorkstation();
  const { areUsed, ways } = useStation(({ registrations }) => registrations);
  const { data } = useRegistrations(study);
  const { make, remove } = useChangeRegistrations(study);
  const [isSending, setSending] = useState(false);
  const others = own.filter(({ uuid, volumes }) => uuid !== series.uuid && volumes.length > 0);
  const isOwn = own.some(({ uuid }) => uuid === series.uuid);
  const listed = (data ?? []).filter(({ fixed, moving }) => fixed.series === series.uuid || moving.series === series.uuid);
  const nameOf = (uuid: string): string => {
    const found = own.find((each) => each.uuid === uuid);
    return found === undefined ? '' : seriesName(found);
  };
  async function whileSending(work: Promise<void>) {
    setSending(true);
    await work.finally(() => setSending(false));
  }
  if (!isOwn) return null;
  return (
    <section aria-label={TEXTS.title}>
      <h2 className={classes.title}>{TEXTS.title}</h2>
      {ways.length > 0 && (
        <>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={TEXTS.positions}
            value={areUsed ? 'after' : 'before'}
            onChange={(value) => station.act({ act: 'use-registrations', areUsed: value === 'after' })}
            data={[
              { value: 'before', label: TEXTS.before },
              { value: 'after', label: TEXTS.after },
            ]}
          />
          <p className={classes.note}>{areUsed ? TEXTS.afterNote : TEXTS.beforeNote}</p>
        </>
      )}
      <ul className={classes.list}>
        {listed.map((registration) => (
          <Row
            key={registration.uuid}
            registration={registration}
            name={`${nameOf(registration.moving.series)} → ${nameOf(registration.fixed.series)}`}
            isDisabled={isSending}
            onDelete={() => void whileSending(remove(registration))}
          />
        ))}
      </ul>
      {listed.length === 0 && <p className={classes.note}>{others.length === 0 ? TEXTS.noOther : TEXTS.none}</p>}
      {others.length > 0 && (
        <Menu position="bottom-start" width={260}>
          <Menu.Target>
            <Button variant="default" size="xs" loading={isSending}>
              {TEXTS.registerTo}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{TEXTS.fixedStays}</Menu.Label>
            {others.map((other) => (
              <Menu.Item key={other.uuid} onClick={() => void whileSending(make({ fixed: other.uuid, moving: series.uuid }))}>
                {seriesName(other)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {ways.length > 0 && <p className={classes.note}>{TEXTS.notForDiagnosis}</p>}
    </section>
  );
}

interface RowProps {
  registration: Registration;
  name: string;
  isDisabled: boolean;
  onDelete: () => void;
}

function Row({ registration, name, isDisabled, onDelete }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.state} data-state={registration.state} role="status">
          {stateText(registration)}
        </span>
      </div>
      {registration.editable && (
        <Tooltip label={TEXTS.delete}>
          <ActionIcon
            size={32}
            className={classes.delete ?? ''}
            aria-label={`${TEXTS.delete}: ${name}`}
            disabled={isDisabled}
            onClick={onDelete}
          >
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
