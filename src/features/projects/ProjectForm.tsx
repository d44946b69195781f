import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ProjectDetail } from '#contract/project-details.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { PAGE_TEXTS as TEXTS, pageFailureText } from './page-texts.ts';
import classes from './ProjectPages.module.css';
import { useProjectsChanged, useTeamLabels } from './use-project-pages.ts';

/** `base`: the project that is changed, as it was when the form was opened; null for a new one. */
export function ProjectForm({ base: first }: { base: ProjectDetail | null }) {
  const { serverReachable, team } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useProjectsChanged();
  const labels = useTeamLabels();
  const [base] = useState(first);
  // One for the whole form: a second try after a lost answer is the same project.
  const [uuid] = useState(() => crypto.randomUUID());
  const [name, setName] = useState(base?.name ?? '');
  const [description, setDescription] = useState(base?.description ?? '');
  const [label, setLabel] = useState(base?.label?.id ?? null);
  const [members, setMembers] = useState<string[]>([]);
  const [isNameMissing, setNameMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const nameField = useRef<HTMLInputElement>(null);

  const create = () =>
    callApi(CALLS.createProject, { body: { uuid, name: name.trim(), description, label_id: label, members: members.map(Number) } });
  /** Only what differs, so that what somebody else changed in the meantime is kept. */
  const change = (project: ProjectDetail) =>
    callApi(CALLS.changeProject, {
      params: { id: String(project.id) },
      body: {
        ...(name.trim() !== project.name && { name: name.trim() }),
        ...(description !== project.description && { description }),
        ...(label !== (project.label?.id ?? null) && { label_id: label }),
      },
    });

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    setNameMissing(name.trim() === '');
    if (name.trim() === '') return nameField.current?.focus();
    setBusy(true);
    setFailure(null);
    const answer = base === null ? await create() : await change(base);
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    await changed();
    await navigate({ to: '/project/$id', params: { id: String(answer.value.id) } });
  }

  return (
    <form className={classes.panel} noValidate onSubmit={(event) => void save(event)}>
      <TextInput
        ref={nameField}
        label={TEXTS.name}
        value={name}
        error={isNameMissing && TEXTS.needed}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
      />
      <Textarea
        label={TEXTS.description}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        maxLength={2_000}
        autosize
        minRows={3}
        maxRows={10}
      />
      <NativeSelect
        label={TEXTS.label}
        value={label ?? ''}
        onChange={(event) => setLabel(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
        data={[{ value: '', label: TEXTS.noLabel }, ...labels.map((each) => ({ value: String(each.id), label: each.name }))]}
      />
      {base === null && (
        <Checkbox.Group label={TEXTS.members} value={members} onChange={setMembers}>
          <div className={classes.choices}>
            {(team?.users ?? []).map((user) => (
              <Checkbox key={user.id} className={classes.choice ?? ''} value={String(user.id)} label={user.name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={pageFailureText(failure)} />}
      <div className={classes.actions}>
        {base === null ? (
          <Button component={Link} to="/project" variant="default">
            {TEXTS.cancel}
          </Button>
        ) : (
          <Button component={Link} to="/project/$id" params={{ id: String(base.id) } as never} variant="default">
            {TEXTS.cancel}
          </Button>
        )}
        <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
          {base === null ? TEXTS.create : TEXTS.save}
        </ServerButton>
      </div>
    </form>
  );
}
