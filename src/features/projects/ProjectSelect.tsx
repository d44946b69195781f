import { Combobox, Pill, PillsInput, Tooltip, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconChevronDown, IconClock, IconLock } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import classes from './ProjectSelect.module.css';
import { lockOf, type ShownProject } from './project-writes.ts';
import { removeText, stateText, TEXTS } from './texts.ts';

interface ProjectSelectProps {
  label: string;
  /** Undefined while loading. */
  projects: readonly ShownProject[] | undefined;
  onAdd: (id: number) => void;
  onRemove: (id: number) => void;
}

/** PROJ: the projects of a study; started ones are locked (PROJ-10). Chosen projects in a field of 300 px, and all of them in a list below it. A dot and a word show their state. */
export function ProjectSelect({ label, projects, onAdd, onRemove }: ProjectSelectProps) {
  const [search, setSearch] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const chosen = projects?.filter(({ inCategory }) => inCategory) ?? [];
  const found = projects?.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())) ?? [];

  function toggle(value: string): void {
    const project = projects?.find(({ id }) => String(id) === value);
    if (project === undefined || lockOf(project) !== null) return;
    if (project.inCategory) onRemove(project.id);
    else onAdd(project.id);
    setSearch('');
  }

  function removeLast(event: KeyboardEvent<HTMLInputElement>): void {
    const last = chosen.findLast((project) => lockOf(project) === null);
    if (event.key !== 'Backspace' || search !== '' || last === undefined) return;
    event.preventDefault();
    onRemove(last.id);
  }

  return (
    <Combobox store={combobox} onOptionSubmit={toggle} size="sm" width="target">
      <Combobox.DropdownTarget>
        <PillsInput
          className={classes.select ?? ''}
          size="sm"
          label={label}
          disabled={projects === undefined}
          rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
          rightSectionPointerEvents="none"
          onClick={() => combobox.openDropdown()}
        >
          <Pill.Group>
            {chosen.map((project) => (
              <ChosenProject key={project.id} project={project} lock={lockOf(project)} onRemove={() => onRemove(project.id)} />
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                className={chosen.length === 0 ? '' : (classes.field ?? '')}
                aria-label={label}
                placeholder={chosen.length === 0 ? TEXTS.placeholder : ''}
                value={search}
                onChange={(event) => {
                  setSearch(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.resetSelectedOption();
                }}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => {
                  combobox.closeDropdown();
                  setSearch('');
                }}
                onKeyDown={removeLast}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown onClick={(event) => event.stopPropagation()}>
        <Combobox.Options className={classes.options ?? ''} aria-label={label} aria-multiselectable>
          {found.map((project) => (
            <ProjectChoice key={project.id} project={project} lock={lockOf(project)} />
          ))}
          {found.length === 0 && (
            <Combobox.Empty role="option" aria-selected={false} aria-disabled>
              {projects?.length === 0 ? TEXTS.none : TEXTS.notFound}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface ProjectProps {
  project: ShownProject;
  /** Why it cannot be changed; null if it can. */
  lock: string | null;
}

function ChosenProject({ project: { name, state_code, isWaiting }, lock, onRemove }: ProjectProps & { onRemove: () => void }) {
  return (
    <Tooltip label={lock ?? `${name}: ${stateText(state_code)}`} multiline maw={280}>
      <Pill
        classNames={{ root: classes.pill ?? '', remove: classes.remove ?? '' }}
        data-project={name}
        withRemoveButton={lock === null}
        onRemove={onRemove}
        removeButtonProps={{ 'aria-label': removeText(name), 'aria-hidden': false, tabIndex: 0 }}
      >
        <span className={classes.inPill}>
          <Dot state={state_code} />
          <bdi className={classes.name}>{name}</bdi>
          {lock !== null && <IconLock size={12} stroke={1.75} aria-hidden />}
          {isWaiting && <Waits />}
          <VisuallyHidden>{[stateText(state_code), lock].filter(Boolean).join('. ')}</VisuallyHidden>
        </span>
      </Pill>
    </Tooltip>
  );
}

function ProjectChoice({ project: { id, name, state_code, inCategory, isWaiting }, lock }: ProjectProps) {
  return (
    <Tooltip label={lock} disabled={lock === null} multiline maw={280} position="left">
      <Combobox.Option
        className={classes.option ?? ''}
        value={String(id)}
        active={inCategory}
        aria-selected={inCategory}
        data-locked={lock !== null || undefined}
        aria-disabled={lock !== null}
      >
        <IconCheck className={classes.check} size={16} stroke={2} aria-hidden />
        <Dot state={state_code} />
        <bdi className={classes.name}>{name}</bdi>
        {isWaiting && <Waits />}
        <span className={classes.state}>{stateText(state_code)}</span>
        {lock !== null && (
          <>
            <IconLock size={14} stroke={1.75} aria-hidden />
            <VisuallyHidden>{lock}</VisuallyHidden>
          </>
        )}
      </Combobox.Option>
    </Tooltip>
  );
}

function Dot({ state }: { state: ShownProject['state_code'] }) {
  return <span className={classes.dot} data-state={state} aria-hidden />;
}

function Waits() {
  return (
    <>
      <IconClock className={classes.clock} size={12} stroke={1.75} aria-hidden />
      <VisuallyHidden>{TEXTS.waits}</VisuallyHidden>
    </>
  );
}
