import type { Condition, StepResult, When } from '#contract/pipelines.ts';
import { FINDING_SEVERITIES, type FindingSeverity } from '#contract/quality.ts';

/** What conditions ask about a study, and what the steps before have come to. */
export interface ConditionFacts {
  modality: string;
  /** Slug. */
  bodyPart: string;
  acquisitions: ReadonlySet<string>;
  labels: ReadonlySet<number>;
  /** The most severe finding that nobody has accepted; null: none. */
  finding: FindingSeverity | null;
  results: ReadonlyMap<string, readonly StepResult[]>;
}

/** Whether a step runs. */
export function holds(when: When | undefined, facts: ConditionFacts): boolean {
  if (when === undefined) return true;
  const isMet = (condition: Condition): boolean => isTrue(condition, facts);
  return when.match === 'all' ? when.conditions.every(isMet) : when.conditions.some(isMet);
}

function isTrue(condition: Condition, { modality, bodyPart, acquisitions, labels, finding, results }: ConditionFacts): boolean {
  switch (condition.what) {
    case 'modality':
      return condition.is.includes(modality);
    case 'body_part':
      return condition.is.includes(bodyPart);
    case 'acquisition':
      return condition.is.some((code) => acquisitions.has(code));
    case 'label':
      return condition.is.some((id) => labels.has(id));
    case 'finding':
      return finding !== null && FINDING_SEVERITIES.indexOf(finding) >= FINDING_SEVERITIES.indexOf(condition.at_least);
    case 'step':
      return condition.is.some((result) => results.get(condition.step)?.includes(result) ?? false);
  }
}
