import { ModelRule } from '#contract/ai/models.ts';
import { TEXTS } from './texts.ts';

/** A rule as it was typed. `model`: id of a model of the team, or the name of one that workers bring. */
export interface RuleDraft {
  uuid: string;
  modality: string;
  bodyPart: string;
  acquisition: string;
  model: string | null;
  on: boolean;
}

export type RuleFaults = Partial<Record<'modality' | 'model', string>>;

export const newRule = (uuid: string): RuleDraft => ({ uuid, modality: 'MR', bodyPart: '', acquisition: '', model: null, on: true });

export const draftOf = ({ body_part: bodyPart, model, ...rule }: ModelRule): RuleDraft => ({ ...rule, bodyPart, model: String(model) });

/** By UUID; rules without faults are left out. */
export function faultsOf(rules: readonly RuleDraft[]): Map<string, RuleFaults> {
  return new Map(
    rules.flatMap((rule) => {
      const faults: RuleFaults = {
        ...(!/^[A-Z0-9]{1,16}$/.test(rule.modality.trim()) && { modality: TEXTS.modalityWrong }),
        ...(rule.model === null && { model: TEXTS.modelNeeded }),
      };
      return Object.keys(faults).length === 0 ? [] : [[rule.uuid, faults] as const];
    }),
  );
}

/** Of drafts without faults. */
export const draftsToRules = (rules: readonly RuleDraft[]): ModelRule[] =>
  rules.map(({ uuid, modality, bodyPart, acquisition, model, on }) =>
    ModelRule.parse({
      ...{ uuid, modality: modality.trim(), body_part: bodyPart.trim(), acquisition, on },
      model: /^[1-9]\d*$/.test(model ?? '') ? Number(model) : model,
    }),
  );
