import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './ProjectSelect.module.css';
import { loadingFailedText, stateText, TEXTS } from './texts.ts';
import type { Project } from './use-projects.ts';

interface UploadProjectProps {
  /** Null if never read on this device. */
  projects: readonly Project[] | null;
  /** Why they could not be read; null if they could. */
  failure: string | null;
  id?: string;
  name: string;
  chosen: number | null;
  onChoose: (project: number | null) => void;
  /** In the row of a series, or for all series. */
  where: 'row' | 'panel';
}

/**
 * The project of uploaded studies (PROJ-04). given (UPL2-027, PROJ-10): only one in the state 'created' can be chosen; others are listed
 * with their state. A native select, because every row has one, and touch devices show a wheel.
 */
export function UploadProject({ projects, failure, id, name, chosen, onChoose, where }: UploadProjectProps) {
  const project = projects?.find((one) => one.id === chosen);
  const isGone = chosen !== null && projects !== null && project === undefined;
  const isClosed = project !== undefined && project.state_code !== 'created';
  const fault = isClosed ? TEXTS.closed : failure === null ? null : loadingFailedText(failure);
  return (
    <NativeSelect
      {...(id === undefined ? {} : { id })}
      classNames={{ input: classes.upload ?? '' }}
      data-where={where}
      size={where === 'row' ? 'xs' : 'sm'}
      aria-label={name}
      value={chosen ?? ''}
      disabled={(projects ?? []).length === 0 && chosen === null}
      error={fault === null ? undefined : where === 'panel' ? fault : true}
      title={fault ?? undefined}
      leftSection={project && <span className={classes.dot} data-state={project.state_code} aria-hidden />}
      rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      onChange={(event) => onChoose(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
    >
      <option value="">{projects?.length === 0 ? TEXTS.none : TEXTS.placeholder}</option>
      {isGone && <option value={chosen}>{TEXTS.gone}</option>}
      {(projects ?? []).map((one) => (
        <option key={one.id} value={one.id} disabled={one.state_code !== 'created'}>
          {one.state_code === 'created' ? one.name : `${one.name} · ${stateText(one.state_code)}`}
        </option>
      ))}
    </NativeSelect>
  );
}
