import { Button, FileInput, Group, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiModelDetail } from '#contract/ai/models.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { formatBytesOf } from '#ui/format.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone } from '#ui/toasts.ts';
import { ProgressBar } from '#ui/upload/ProgressBar.tsx';
import classes from './Models.module.css';
import { readManifest } from './read-manifest.ts';
import { sendModelFile } from './send-model-file.ts';
import { failureText, TEXTS, tooLargeText } from './texts.ts';
import { useModelsChanged } from './use-models.ts';

interface Faults {
  file?: string;
  manifest?: string;
}

/** A network of another maker as a version: its ONNX file and its manifest. */
export function AddVersion({ model }: { model: AiModelDetail }) {
  const { serverReachable } = useSession<Session>();
  const changed = useModelsChanged();
  // One for the whole form: a second try after a lost answer is the same version, and sends only what is missing.
  const [ids] = useState(() => ({ uuid: crypto.randomUUID(), file: crypto.randomUUID() }));
  const [network, setNetwork] = useState<File | null>(null);
  const [manifest, setManifest] = useState<File | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);

  async function add(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable || sent !== null) return;
    setFailure(null);
    const read = manifest === null ? null : readManifest(await manifest.text());
    const wrong: Faults = {
      ...(network === null && { file: TEXTS.fileNeeded }),
      ...(network !== null && network.size > LIMITS.aiFileBytes && { file: tooLargeText(LIMITS.aiFileBytes) }),
      ...(read === null && { manifest: TEXTS.fileNeeded }),
      ...(read !== null && 'fault' in read && { manifest: read.fault }),
    };
    setFaults(wrong);
    if (network === null || read === null || 'fault' in read || Object.keys(wrong).length > 0) return;
    setSent(0);
    const { signal } = left.current;
    const answer = await sendModelFile(network, { file: ids.file, onProgress: setSent, signal }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (answer === null) return;
    const made = answer.ok
      ? await callApi(CALLS.addModelVersion, {
          params: { id: String(model.id) },
          body: { ...ids, sha256: answer.value, manifest: read.manifest },
        })
      : answer;
    setSent(null);
    if (!made.ok) return refuse(made.failure);
    modals.closeAll();
    showDone(TEXTS.added);
    await changed();
  }

  function refuse(refusal: ApiFailure) {
    const named = Object.entries(fieldErrors(refusal));
    const of = (field: string) => named.find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];
    const [file, words] = [of('file') ?? of('sha256'), of('manifest')];
    if (file === undefined && words === undefined) return setFailure(refusal);
    setFaults({ ...(file !== undefined && { file }), ...(words !== undefined && { manifest: words }) });
  }

  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <Stack>
        <FileInput
          label={TEXTS.network}
          description={TEXTS.networkNote}
          placeholder={TEXTS.chooseFile}
          accept=".onnx"
          value={network}
          error={faults.file}
          onChange={setNetwork}
          disabled={sent !== null}
        />
        <FileInput
          label={TEXTS.manifest}
          description={TEXTS.manifestNote}
          placeholder={TEXTS.chooseFile}
          accept=".json,application/json"
          value={manifest}
          error={faults.manifest}
          onChange={setManifest}
          disabled={sent !== null}
        />
        {sent !== null && network !== null && (
          <div className={classes.sending}>
            <ProgressBar label={TEXTS.sending} total={network.size} parts={[{ amount: sent, tone: 'moving' }]} thick />
            <span className={classes.dim}>{formatBytesOf(sent, network.size)}</span>
          </div>
        )}
        {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {TEXTS.cancel}
          </Button>
          <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={sent !== null}>
            {TEXTS.add}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}
