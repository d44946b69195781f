import { ActionIcon, Button, Menu, NativeSelect, TextInput, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon, IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ComponentType, type KeyboardEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { FORM_SCOPES, type FormDefinition, type FormField, type FormScope } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { t } from '#language/t.ts';
import { definitionProblems } from '#model/forms/definition.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { keysOf, withField, withFieldChanged, withFieldMoved, withoutField, withSection, type FieldAt } from './edit-form.ts';
import { FieldEditor } from './FieldEditor.tsx';
import classes from './Forms.module.css';
import { failureText, KIND_NAMES, SCOPE_NAMES, TEXTS } from './texts.ts';
import { useFormsChanged } from './use-forms.ts';

/** A form while it is edited. */
export interface EditedForm {
  /** UUID; a new form has its own already. */
  form: string;
  /** Number of the version that is changed; 0 for a new form. */
  base: number;
  title: string;
  definition: FormDefinition;
}

export type Preview = ComponentType<{ definition: FormDefinition }>;

interface FormEditorProps {
  project: number;
  edited: EditedForm;
  /** How readers see it. */
  Preview: Preview;
  onClose: () => void;
}

/** Title, sections and fields of a form, and how readers see it. Saving makes a new version. */
export function FormEditor({ project, edited, Preview, onClose }: FormEditorProps) {
  const { serverReachable } = useSession<Session>();
  const changed = useFormsChanged();
  const [title, setTitle] = useState(edited.title);
  const [definition, setDefinition] = useState(edited.definition);
  const [at, setAt] = useState<FieldAt | null>(null);
  const [saved] = useState(() => (edited.base === 0 ? new Set<string>() : keysOf(edited.definition)));
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = at === null ? undefined : definition.sections[at.section]?.fields[at.field];

  async function save() {
    if (!serverReachable) return;
    const [problem] = definitionProblems(definition);
    if (title.trim() === '') return setFailure(t('A form has a title.'));
    if (problem !== undefined) return setFailure(problem.field === null ? problem.why : `${labelOf(problem.field)}: ${problem.why}`);
    setBusy(true);
    setFailure(null);
    const body = { base: edited.base, title: title.trim(), definition };
    const answer = await callApi(CALLS.saveForm, { params: { id: String(project), form: edited.form }, body });
    setBusy(false);
    if (!answer.ok) return setFailure(failureText(answer.failure));
    await changed();
    onClose();
  }

  const labelOf = (key: string): string =>
    definition.sections.flatMap(({ fields }) => fields).find((each) => each.key === key)?.label ?? key;

  function cancel() {
    const isSame = title === edited.title && JSON.stringify(definition) === JSON.stringify(edited.definition);
    if (isSame && edited.base > 0) return onClose();
    askFirst({
      ...{ title: TEXTS.discardTitle, why: TEXTS.discardWhy, act: TEXTS.discard, keep: TEXTS.keep },
      async onAct() {
        modals.closeAll();
        onClose();
      },
    });
  }

  function move(from: FieldAt, step: 1 | -1) {
    const moved = withFieldMoved(definition, from, step);
    if (moved === null) return;
    setDefinition(moved.definition);
    setAt(moved.at);
    // The row is somewhere else now.
    setTimeout(() => document.querySelector<HTMLElement>(`[data-field-row="${moved.at.section}:${moved.at.field}"]`)?.focus(), 0);
  }

  function remove(from: FieldAt) {
    setDefinition(withoutField(definition, from));
    setAt(null);
  }

  return (
    <div className={classes.edit}>
      <TextInput
        label={TEXTS.title}
        maxLength={LIMITS.formTitleChars}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes.columns}>
        <div className={classes.outline}>
          {definition.sections.map((section, index) => (
            <fieldset key={index} className={classes.section}>
              <div className={classes.sectionHead}>
                <TextInput
                  aria-label={TEXTS.sectionTitle}
                  maxLength={LIMITS.formLabelChars}
                  value={section.title}
                  onChange={(event) => setDefinition(withPart(definition, index, { title: event.currentTarget.value }))}
                />
                <NativeSelect
                  aria-label={TEXTS.scope}
                  data={FORM_SCOPES.map((scope) => ({ value: scope, label: SCOPE_NAMES[scope] }))}
                  value={section.scope}
                  onChange={(event) => setDefinition(withPart(definition, index, { scope: event.currentTarget.value as FormScope }))}
                />
              </div>
              <ul className={classes.rows}>
                {section.fields.map((each, row) => (
                  <FieldItem
                    key={each.key}
                    field={each}
                    place={`${index}:${row}`}
                    isCurrent={at?.section === index && at.field === row}
                    onChoose={() => setAt({ section: index, field: row })}
                    onMove={(step) => move({ section: index, field: row }, step)}
                    onRemove={() => remove({ section: index, field: row })}
                  />
                ))}
              </ul>
              <AddField
                onAdd={(kind) => {
                  setDefinition(withField(definition, index, kind));
                  setAt({ section: index, field: section.fields.length });
                }}
              />
            </fieldset>
          ))}
          {definition.sections.length < LIMITS.formSections && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
              onClick={() => {
                setDefinition(withSection(definition, 'lesion', 'Lesions'));
                setAt({ section: definition.sections.length, field: 0 });
              }}
            >
              {TEXTS.addSection}
            </Button>
          )}
        </div>
        {at === null || field === undefined ? (
          <p className={classes.dim}>{TEXTS.chooseField}</p>
        ) : (
          <FieldEditor
            key={`${at.section}:${at.field}:${field.kind}`}
            definition={definition}
            at={at}
            isNew={!saved.has(field.key)}
            onField={(next) => setDefinition(withFieldChanged(definition, at, next))}
          />
        )}
        <section className={classes.preview} aria-label={TEXTS.preview}>
          <h3 className={classes.previewTitle}>{TEXTS.preview}</h3>
          <Preview definition={definition} />
        </section>
      </div>
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failure} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={cancel}>
          {TEXTS.cancel}
        </Button>
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} loading={busy} onClick={() => void save()}>
          {TEXTS.save}
        </ServerButton>
      </div>
    </div>
  );
}

function withPart({ sections }: FormDefinition, at: number, part: { title: string } | { scope: FormScope }): FormDefinition {
  return { sections: sections.map((section, index) => (index === at ? { ...section, ...part } : section)) };
}

interface FieldItemProps {
  field: FormField;
  place: string;
  isCurrent: boolean;
  onChoose: () => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

function FieldItem({ field, place, isCurrent, onChoose, onMove, onRemove }: FieldItemProps) {
  function onKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (event.altKey && step !== null) onMove(step);
    else if (event.key === 'Delete') onRemove();
    else return;
    event.preventDefault();
  }
  return (
    <li className={classes.row} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={classes.choose}
        data-field-row={place}
        aria-current={isCurrent || undefined}
        onClick={onChoose}
        onKeyDown={onKey}
      >
        <span className={classes.grow}>{field.label}</span>
        <span className={classes.dim}>{KIND_NAMES[field.kind]}</span>
      </button>
      <RowButton label={TEXTS.moveUp} Icon={IconArrowUp} onClick={() => onMove(-1)} />
      <RowButton label={TEXTS.moveDown} Icon={IconArrowDown} onClick={() => onMove(1)} />
      <RowButton label={TEXTS.remove} Icon={IconTrash} onClick={onRemove} />
    </li>
  );
}

function RowButton({ label, Icon, onClick }: { label: string; Icon: typeof IconTrash; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} tabIndex={-1} aria-label={label} onClick={onClick}>
        <Icon size={15} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function AddField({ onAdd }: { onAdd: (kind: FormField['kind']) => void }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />}>
          {TEXTS.addField}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(KIND_NAMES) as FormField['kind'][]).map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {KIND_NAMES[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
