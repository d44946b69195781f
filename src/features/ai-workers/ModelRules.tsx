import { ActionIcon, Button, Select, Switch, TextInput, Tooltip } from '@mantine/core';
import { IconAdjustments, IconAlertOctagon, IconPlus, IconX } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { ACQUISITION_CODES } from '#contract/acquisitions.ts';
import type { ModelConfiguration } from '#contract/ai/models.ts';
import { CALLS } from '#contract/calls.ts';
import { INFER_MODELS } from '#contract/infers.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import listPage from '#ui/lists/list-page.module.css';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone } from '#ui/toasts.ts';
import { draftOf, draftsToRules, faultsOf, newRule, type RuleDraft, type RuleFaults } from './rule-draft.ts';
import { failureText, modelIdText, removeRuleText, ruleText, TEXTS } from './texts.ts';
import { useConfigurationChanged, useRunnableModels } from './use-workers.ts';
import classes from './Workers.module.css';

/** All rules in one form. Until something is changed, it shows what the server has. */
export function ModelRules({ configuration }: { configuration: ModelConfiguration }) {
  const { serverReachable } = useSession<Session>();
  const changed = useConfigurationChanged();
  const models = useRunnableModels();
  const [draft, setDraft] = useState<{ rules: RuleDraft[]; version: number } | null>(null);
  const [faults, setFaults] = useState<ReadonlyMap<string, RuleFaults>>(new Map());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const rules = draft?.rules ?? configuration.rules.map(draftOf);

  const edit = (change: (rules: readonly RuleDraft[]) => RuleDraft[]) =>
    setDraft((before) => ({ rules: change(before?.rules ?? rules), version: before?.version ?? configuration.version }));
  const set = (uuid: string, more: Partial<RuleDraft>) =>
    edit((all) => all.map((rule) => (rule.uuid === uuid ? { ...rule, ...more } : rule)));

  function discard() {
    setDraft(null);
    setFaults(new Map());
    setFailure(null);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable || draft === null) return;
    const wrong = faultsOf(draft.rules);
    setFaults(wrong);
    if (wrong.size > 0) return;
    setBusy(true);
    setFailure(null);
    const answer = await callApi(CALLS.saveModelConfiguration, { body: { rules: draftsToRules(draft.rules), version: draft.version } });
    await changed();
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    discard();
    showDone(TEXTS.saved);
  }

  const ofTeam = (models.data?.data ?? []).map(({ model, version }) => ({
    value: String(model.id),
    label: `${model.name} v${version.number}`,
  }));
  const known = new Set([...ofTeam.map(({ value }) => value), ...INFER_MODELS]);
  return (
    <form className={classes.rules} noValidate onSubmit={(event) => void save(event)}>
      {rules.length === 0 ? (
        <div className={listPage.panel}>
          <EmptyState icon={IconAdjustments} title={TEXTS.noRules}>
            {TEXTS.noRulesWhy}
          </EmptyState>
        </div>
      ) : (
        rules.map((rule, at) => (
          <fieldset key={rule.uuid} className={classes.rule} data-rule={rule.uuid}>
            <legend className={classes.legend}>{ruleText(at + 1)}</legend>
            <TextInput
              label={TEXTS.modality}
              value={rule.modality}
              error={faults.get(rule.uuid)?.modality}
              onChange={({ currentTarget: { value } }) => set(rule.uuid, { modality: value.toUpperCase() })}
              maxLength={16}
              autoComplete="off"
            />
            <TextInput
              label={TEXTS.bodyPart}
              placeholder={TEXTS.bodyPartNote}
              value={rule.bodyPart}
              onChange={({ currentTarget: { value } }) => set(rule.uuid, { bodyPart: value })}
              maxLength={64}
              autoComplete="off"
            />
            <Select
              label={TEXTS.acquisition}
              data={[
                { value: '', label: TEXTS.anyAcquisition },
                ...[...new Set([...ACQUISITION_CODES.filter((code) => code !== 'NONE'), rule.acquisition])]
                  .filter((code) => code !== '')
                  .map((code) => ({ value: code, label: code })),
              ]}
              value={rule.acquisition}
              allowDeselect={false}
              onChange={(acquisition) => set(rule.uuid, { acquisition: acquisition ?? '' })}
            />
            <Select
              label={TEXTS.model}
              searchable
              error={models.error === null ? faults.get(rule.uuid)?.model : withStatus(TEXTS.modelsFailed, models.error)}
              data={[
                {
                  group: TEXTS.ofTeam,
                  items: [
                    ...ofTeam,
                    ...(rule.model === null || known.has(rule.model)
                      ? []
                      : [{ value: rule.model, label: /^\d+$/.test(rule.model) ? modelIdText(Number(rule.model)) : rule.model }]),
                  ],
                },
                { group: TEXTS.ofWorkers, items: INFER_MODELS.map((name) => ({ value: name, label: name })) },
              ]}
              value={rule.model}
              onChange={(model) => set(rule.uuid, { model })}
            />
            <Switch
              className={classes.beside ?? ''}
              label={TEXTS.on}
              checked={rule.on}
              onChange={({ currentTarget: { checked } }) => set(rule.uuid, { on: checked })}
            />
            <Tooltip label={removeRuleText(at + 1)}>
              <ActionIcon
                className={classes.beside ?? ''}
                aria-label={removeRuleText(at + 1)}
                onClick={() => edit((all) => all.filter(({ uuid }) => uuid !== rule.uuid))}
              >
                <IconX size={16} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </fieldset>
        ))
      )}
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
      <div className={classes.actions}>
        {rules.length < LIMITS.aiRules && (
          <Button
            className={classes.add ?? ''}
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
            onClick={() => edit((all) => [...all, newRule(crypto.randomUUID())])}
          >
            {TEXTS.addRule}
          </Button>
        )}
        {draft !== null && (
          <>
            <Button variant="default" onClick={discard}>
              {TEXTS.discard}
            </Button>
            <ServerButton serverReachable={serverReachable} why={TEXTS.needsServer} type="submit" loading={busy}>
              {TEXTS.save}
            </ServerButton>
          </>
        )}
      </div>
    </form>
  );
}
