import { Button, Group, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon, IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { CopyField } from '#ui/copy/CopyField.tsx';
import { saveFile } from '#ui/browser/save-file.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { failureText, TEXTS } from './texts.ts';
import { useWorkersChanged } from './use-workers.ts';
import { parseEngines, workerCommand } from './worker-command.ts';

/** A dialog that makes a key and shows it once. */
export function NewKey() {
  const { serverReachable } = useSession<Session>();
  const changed = useWorkersChanged();
  const [uuid] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [engines, setEngines] = useState('');
  const [faults, setFaults] = useState<{ name?: string; engines?: string }>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [nameField, enginesField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];

  async function create(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    const names = parseEngines(engines);
    setFaults({ ...(name.trim() === '' && { name: TEXTS.nameNeeded }), ...(names === null && { engines: TEXTS.enginesWrong }) });
    if (name.trim() === '') return nameField.current?.focus();
    if (names === null) return enginesField.current?.focus();
    setBusy(true);
    setFailure(null);
    const answer = await callApi(CALLS.createWorkerKey, { body: { uuid, name: name.trim(), engines: names } });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    setSecret(answer.value.data.secret);
    await changed();
  }

  if (secret !== null) return <Secret secret={secret} />;
  return (
    <form noValidate onSubmit={(event) => void create(event)}>
      <Stack>
        <TextInput
          ref={nameField}
          label={TEXTS.keyName}
          description={TEXTS.keyNameNote}
          value={name}
          error={faults.name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          maxLength={64}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          ref={enginesField}
          label={TEXTS.engines}
          description={TEXTS.enginesNote}
          value={engines}
          error={faults.engines}
          onChange={({ currentTarget: { value } }) => setEngines(value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {TEXTS.cancel}
          </Button>
          <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
            {TEXTS.createKey}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}

/** Shown once: the server keeps only its hash. */
function Secret({ secret }: { secret: string }) {
  return (
    <Stack>
      <Note tone="you" icon={IconAlertTriangle} title={TEXTS.secretTitle}>
        {TEXTS.secretNote}
      </Note>
      <CopyField label={TEXTS.secret} copy={TEXTS.copyKey} value={secret} isSecret />
      <CopyField label={TEXTS.startWorker} copy={TEXTS.copyCommand} value={workerCommand(window.location.origin)} />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
          onClick={() => saveFile({ name: 'worker.key', file: new Blob([`${secret}\n`], { type: 'application/octet-stream' }) })}
        >
          {TEXTS.saveKey}
        </Button>
        <Button onClick={() => modals.closeAll()}>{TEXTS.finish}</Button>
      </Group>
    </Stack>
  );
}
