import { Button, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconFileSpreadsheet, IconForms, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Form } from '#contract/forms.ts';
import type { ProjectDetail } from '#contract/project-details.ts';
import { FORM_TEMPLATES, type FormTemplate } from '#model/forms/templates.ts';
import type { Session } from '#model/session.ts';
import { ActionsMenu, type Act } from '#ui/lists/ActionsMenu.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { newField } from './edit-form.ts';
import { exportAnswers } from './export-answers.ts';
import { FormEditor, type EditedForm, type Preview } from './FormEditor.tsx';
import classes from './Forms.module.css';
import { actionsText, answersText, failureText, fieldsText, TEXTS, versionText } from './texts.ts';
import { useForms, useFormsChanged } from './use-forms.ts';

interface ProjectFormsProps {
  project: ProjectDetail;
  Preview: Preview;
}

/** The forms of a project: the list, or the one that is edited. */
export function ProjectForms({ project, Preview }: ProjectFormsProps) {
  const { serverReachable } = useSession<Session>();
  const forms = useForms(project.id);
  const [edited, setEdited] = useState<EditedForm | null>(null);
  const mayEdit = project.managed && project.state_code !== 'finished';
  return (
    <section className={classes.card} aria-labelledby="project-forms">
      <div className={classes.cardHead}>
        <h2 id="project-forms" className={classes.cardTitle}>
          {TEXTS.forms}
        </h2>
        {mayEdit && edited === null && <NewForm isOff={!serverReachable} onForm={setEdited} />}
      </div>
      {edited !== null ? (
        <FormEditor
          key={`${edited.form}:${edited.base}`}
          project={project.id}
          edited={edited}
          Preview={Preview}
          onClose={() => setEdited(null)}
        />
      ) : (
        <ListStates
          list={forms}
          serverReachable={serverReachable}
          texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, forms.error) }}
          empty={
            <EmptyState icon={IconForms} title={TEXTS.none}>
              {TEXTS.noneWhy}
            </EmptyState>
          }
        >
          {(rows) => (
            <ul className={classes.forms}>
              {(rows ?? []).map((form) => (
                <FormRow key={form.form} form={form} project={project} mayEdit={mayEdit} onEdit={setEdited} />
              ))}
            </ul>
          )}
        </ListStates>
      )}
    </section>
  );
}

function NewForm({ isOff, onForm }: { isOff: boolean; onForm: (form: EditedForm) => void }) {
  const start = ({ title, definition }: FormTemplate) => onForm({ form: crypto.randomUUID(), base: 0, title, definition });
  const blank: FormTemplate = {
    title: '',
    definition: { sections: [{ scope: 'study', title: 'Study', fields: [newField('choice', new Set())] }] },
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button className={classes.end ?? ''} variant="default" disabled={isOff} title={isOff ? TEXTS.needsServer : undefined}>
          {TEXTS.newForm}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => start(blank)}>{TEXTS.blank}</Menu.Item>
        <Menu.Label>{TEXTS.examples}</Menu.Label>
        {FORM_TEMPLATES.map((template) => (
          <Menu.Item key={template.title} onClick={() => start(template)}>
            {template.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface FormRowProps {
  form: Form;
  project: ProjectDetail;
  mayEdit: boolean;
  onEdit: (form: EditedForm) => void;
}

function FormRow({ form, project, mayEdit, onEdit }: FormRowProps) {
  const changed = useFormsChanged();
  const [busy, setBusy] = useState(false);
  const { title, number, retired, answers, definition } = form;
  const params = { id: String(project.id), form: form.form };

  async function carryOut(act: () => Promise<string | null>) {
    setBusy(true);
    const failure = await act();
    setBusy(false);
    if (failure !== null) showTrouble(failure);
  }
  const retire = () =>
    carryOut(async () => {
      const answer = await callApi(CALLS.retireForm, { params, body: { retired: !retired } });
      await changed();
      return answer.ok ? null : failureText(answer.failure);
    });
  const actions: Act[] = [
    ...(mayEdit
      ? [{ icon: IconPencil, words: TEXTS.edit, onAct: () => onEdit({ form: form.form, base: number, title, definition }) }]
      : []),
    ...(project.managed
      ? [{ icon: IconFileSpreadsheet, words: TEXTS.exportCsv, onAct: () => void carryOut(() => exportAnswers(project.id, form)) }]
      : []),
    ...(mayEdit
      ? [{ icon: retired ? IconArchiveOff : IconArchive, words: retired ? TEXTS.offer : TEXTS.retire, onAct: () => void retire() }]
      : []),
  ];
  const fields = definition.sections.reduce((sum, section) => sum + section.fields.length, 0);
  return (
    <li className={classes.form}>
      <IconForms size={18} stroke={1.5} aria-hidden className={classes.dim} />
      <span className={classes.grow}>
        <bdi className={classes.name}>{title}</bdi>
        <span className={classes.dim}>{[versionText(number), fieldsText(fields), ...(retired ? [TEXTS.retired] : [])].join(' · ')}</span>
      </span>
      <span className={classes.dim}>{answersText(answers)}</span>
      {actions.length > 0 && <ActionsMenu label={actionsText(title)} busy={busy} actions={actions} />}
    </li>
  );
}
