import { Button, NativeSelect, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { TransferFunction, TransferUnit } from '#contract/transfer-functions.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import type { SeriesHistogram } from '#workers/viewer/types.ts';
import { CurveChart } from './CurveChart.tsx';
import {
  changesOf,
  draftOf,
  draftToBody,
  drawnPoints,
  faultsOf,
  movePoint,
  removePoint,
  withUnit,
  type CurveFaults,
} from './curve-draft.ts';
import { PointsTable } from './PointsTable.tsx';
import { SeriesValues } from './SeriesValues.tsx';
import { deleteTitle, failureText, TEXTS, UNITS } from './texts.ts';
import classes from './TransferFunctions.module.css';
import { useAskAgain, useModalities } from './use-transfer-functions.ts';

interface CurveFormProps {
  /** The one that is changed, as it was when the form was opened; null for a new one. */
  base: TransferFunction | null;
  start: Parameters<typeof draftOf>[0];
}

/** Name, default and points of a transfer function, by chart and by numbers. */
export function CurveForm({ base: first, start }: CurveFormProps) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const askAgain = useAskAgain();
  const modalities = useModalities();
  const [base] = useState(first);
  const [draft, setDraft] = useState(() => draftOf(start));
  // While the form is open, so that a repeated save makes one.
  const [uuid] = useState(() => crypto.randomUUID());
  const [selected, setSelected] = useState(0);
  const [histogram, setHistogram] = useState<SeriesHistogram | null>(null);
  const [faults, setFaults] = useState<CurveFaults>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const points = useMemo(() => drawnPoints(draft.points), [draft.points]);
  const offered = draft.modality === '' || modalities.includes(draft.modality) ? modalities : [...modalities, draft.modality];

  /** Shows what is wrong, and moves the focus to the first field that is. */
  function refuse(wrong: CurveFaults) {
    setFaults(wrong);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    const wrong = faultsOf(draft);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setBusy(true);
    setFailure(null);
    setFaults({});
    const answer =
      base === null
        ? await callApi(CALLS.createTransferFunction, { body: { uuid, ...draftToBody(draft) } })
        : await callApi(CALLS.changeTransferFunction, { params: { id: String(base.id) }, body: changesOf(draft, base) });
    setBusy(false);
    if (!answer.ok) {
      const { name, modality } = fieldErrors(answer.failure);
      if (name === undefined && modality === undefined) return setFailure(answer.failure);
      return refuse({ ...(name !== undefined && { name }), ...(modality !== undefined && { modality }) });
    }
    await askAgain();
    await navigate({ to: '/transfer-functions' });
  }

  function remove(key: number) {
    const at = draft.points.findIndex((point) => point.key === key);
    const next = removePoint(draft, key);
    setDraft(next);
    if (selected === key) setSelected(next.points[Math.max(0, at - 1)]!.key);
  }

  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void save(event)}>
      <section className={classes.panel} aria-label={TEXTS.curve}>
        <h2 className={classes.heading}>{TEXTS.curve}</h2>
        <p className={classes.note}>{TEXTS.curveNote}</p>
        <CurveChart
          unit={draft.unit}
          points={points}
          histogram={histogram}
          editing={{
            selected,
            onSelect: setSelected,
            onMove: (key, to) => setDraft((before) => movePoint(before, key, to)),
            onRemove: remove,
          }}
        />
        <SeriesValues onCounted={setHistogram} />
        <PointsTable
          draft={draft}
          faults={faults.points}
          selected={selected}
          onSelect={setSelected}
          onChange={setDraft}
          onRemove={remove}
        />
      </section>
      <section className={classes.panel} aria-label={TEXTS.name}>
        <TextInput
          label={TEXTS.name}
          maxLength={100}
          autoComplete="off"
          value={draft.name}
          error={faults.name}
          onChange={({ currentTarget: { value: name } }) => setDraft((before) => ({ ...before, name }))}
        />
        <NativeSelect
          label={TEXTS.unit}
          description={TEXTS.unitNote}
          data={[...UNITS]}
          value={draft.unit}
          onChange={({ currentTarget: { value } }) => setDraft((before) => withUnit(before, value as TransferUnit))}
        />
        <NativeSelect
          label={TEXTS.modality}
          description={TEXTS.modalityNote}
          data={[{ value: '', label: TEXTS.noModality }, ...offered.map((code) => ({ value: code, label: code }))]}
          value={draft.modality}
          error={faults.modality}
          onChange={({ currentTarget: { value: modality } }) => setDraft((before) => ({ ...before, modality }))}
        />
        {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
        <div className={classes.actions}>
          {base !== null && <Remove of={base} onFailure={setFailure} />}
          <Button component={Link} to="/transfer-functions" variant="default">
            {TEXTS.cancel}
          </Button>
          <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
            {base === null ? TEXTS.create : TEXTS.save}
          </ServerButton>
        </div>
        {base !== null && !base.deletable && <p className={classes.note}>{TEXTS.notDeletable}</p>}
      </section>
    </form>
  );
}

function Remove({ of, onFailure }: { of: TransferFunction; onFailure: (failure: ApiFailure) => void }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const askAgain = useAskAgain();

  async function remove() {
    const answer = await callApi(CALLS.deleteTransferFunction, { params: { id: String(of.id) } });
    modals.closeAll();
    if (!answer.ok) return onFailure(answer.failure);
    await navigate({ to: '/transfer-functions' });
    await askAgain();
  }

  if (!of.deletable) return null;
  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="outline"
      color="coral"
      onClick={() => askFirst({ title: deleteTitle(of.name), why: TEXTS.deleteWhy, act: TEXTS.delete, keep: TEXTS.keep, onAct: remove })}
    >
      {TEXTS.delete}
    </ServerButton>
  );
}
