import { Button, TextInput } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { notUseful } from '#model/ai/held-out.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Models.module.css';
import { failureText, promoteText, promoteWhyText, TEXTS, USEFUL_WORDS, withdrawTitle, withdrawWhyText } from './texts.ts';
import { useModelsChanged } from './use-models.ts';

/** Promotes a version, or withdraws it for those who may change the model. Both need a reason, in the same place as the button. */
export function DecideVersion({ model, version }: { model: AiModelDetail; version: AiModelVersion }) {
  const { serverReachable } = useSession<Session>();
  const changed = useModelsChanged();
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState(false);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isPromoted = model.promoted?.version === version.uuid;
  if (version.state === 'withdrawn' || (isPromoted && !model.editable)) return null;
  const isWithdrawal = isWithdrawing || isPromoted;
  const useless = notUseful(version.report);

  async function decide() {
    if (!serverReachable) return;
    setWrong(reason.trim() === '');
    if (reason.trim() === '') return field.current?.focus();
    setBusy(true);
    setFailure(null);
    const call = isWithdrawal ? CALLS.withdrawVersion : CALLS.promoteVersion;
    const answer = await callApi(call, { params: { uuid: version.uuid }, body: { reason: reason.trim() } });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    setReason('');
    setWithdrawing(false);
    await changed();
  }

  const title = isWithdrawal ? withdrawTitle(version.number) : promoteText(version.number);
  return (
    <section className={classes.decide} aria-labelledby="decide-version">
      <h2 id="decide-version" className={classes.cardTitle}>
        {title}
      </h2>
      <p className={classes.note}>{isWithdrawal ? withdrawWhyText(isPromoted) : promoteWhyText(model.promoted?.number ?? null)}</p>
      {!isWithdrawal && useless !== null && (
        <Note tone="you" icon={IconAlertTriangle} title={TEXTS.notUseful}>
          {USEFUL_WORDS[useless]}
        </Note>
      )}
      <form
        className={classes.reason}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void decide();
        }}
      >
        <TextInput
          ref={field}
          label={TEXTS.reason}
          value={reason}
          error={wrong && TEXTS.reasonNeeded}
          onChange={({ currentTarget: { value } }) => {
            setReason(value);
            setWrong(false);
          }}
          maxLength={LIMITS.aiReasonChars}
          autoComplete="off"
        />
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          type="submit"
          loading={busy}
          {...(isWithdrawal ? { variant: 'outline', color: 'coral' } : {})}
        >
          {title}
        </ServerButton>
      </form>
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      {!isPromoted && model.editable && (
        <Button
          className={classes.instead}
          variant="subtle"
          onClick={() => {
            setWithdrawing(!isWithdrawing);
            setFailure(null);
          }}
        >
          {isWithdrawing ? `${promoteText(version.number)}…` : `${withdrawTitle(version.number)}…`}
        </Button>
      )}
    </section>
  );
}
