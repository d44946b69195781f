import { Button, Group, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Dataset } from '#contract/datasets.ts';
import { countsOf, isComplete, PARTS, type Percentages } from '#model/datasets/parts.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Datasets.module.css';
import { failureText, patientsText, TEXTS } from './texts.ts';
import { useDatasetsChanged } from './use-datasets.ts';

const FIRST: Percentages = { train: 70, validation: 15, test: 15 };

/** Three percentages, and whether patients keep the part that they have. */
export function SplitDataset({ dataset: { id, patients, split } }: { dataset: Dataset }) {
  const { serverReachable } = useSession<Session>();
  const changed = useDatasetsChanged();
  const isPartly = split.none.patients > 0 && split.none.patients < patients;
  const [percentages, setPercentages] = useState(FIRST);
  const [which, setWhich] = useState<'all' | 'new'>(isPartly ? 'new' : 'all');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const isValid = isComplete(percentages);
  const counts = isValid ? countsOf(patients, percentages) : null;

  async function carryOut(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable || !isValid) return;
    setBusy(true);
    const answer = await callApi(CALLS.splitDataset, { params: { id: String(id) }, body: { ...percentages, which } });
    setBusy(false);
    await changed();
    if (!answer.ok) return setFailure(answer.failure);
    modals.closeAll();
  }

  return (
    <form noValidate onSubmit={(event) => void carryOut(event)}>
      <Stack>
        <Text>{TEXTS.splitWhy}</Text>
        <div className={classes.percentages}>
          {PARTS.map((part) => (
            <NumberInput
              key={part}
              label={`${TEXTS.parts[part]}, ${TEXTS.percent}`}
              description={counts === null ? ' ' : patientsText(counts[part])}
              value={percentages[part]}
              onChange={(value) => setPercentages((before) => ({ ...before, [part]: typeof value === 'number' ? value : Number.NaN }))}
              min={0}
              max={100}
              allowDecimal={false}
            />
          ))}
        </div>
        {!isValid && (
          <p className={classes.wrong} role="alert">
            {TEXTS.sumWrong}
          </p>
        )}
        {isPartly && (
          <Radio.Group label={TEXTS.which} value={which} onChange={(value) => setWhich(value === 'new' ? 'new' : 'all')}>
            <Stack gap="xs" mt="xs">
              <Radio value="new" label={TEXTS.new} />
              <Radio value="all" label={TEXTS.all} description={TEXTS.allWhy} />
            </Stack>
          </Radio.Group>
        )}
        {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {TEXTS.cancel}
          </Button>
          <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy} disabled={!isValid}>
            {TEXTS.splitAct}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}
