import type { Condition, PipelineDefinition, PipelineStep, StepResult } from '#contract/pipelines.ts';
import type { SeriesState } from '#contract/entities.ts';
import type { FlowReason } from '#contract/flows.ts';
import { t } from '#language/t.ts';
import { holds, type ConditionFacts } from './conditions.ts';
import { reasonText, stepSummary, whenText } from './step-words.ts';

/** What is known of a study where nothing is run. */
export interface TriedStudy extends Pick<ConditionFacts, 'modality' | 'bodyPart' | 'labels' | 'finding'> {
  series: readonly { acquisition_code: string | null; state: SeriesState }[];
  findings: number;
}

/**
 * `done`: there is nothing left to do. `waits`: also for the person whom it asks. `depends`: on what comes of an earlier step, or on series that are still arriving.
 * `unreached`: an earlier step would stop the flow.
 */
export type TrialOutcome = 'done' | 'runs' | 'waits' | 'fails' | 'skipped' | 'depends' | 'unreached';
export interface TriedStep {
  step: string;
  is: TrialOutcome;
  text: string;
}

type Names = Parameters<typeof stepSummary>[1];
type Outcome = Omit<TriedStep, 'step'>;

/** What each step of a pipeline would do to a study as it is now. Nothing is run, so what models and people would say is left open. */
export function tryPipeline({ steps }: PipelineDefinition, study: TriedStudy, names: Names): TriedStep[] {
  const results = new Map<string, readonly StepResult[]>();
  const acquisitions = new Set(study.series.flatMap(({ acquisition_code: code }) => code ?? []));
  const facts: ConditionFacts = { ...study, acquisitions, results: new Map() };
  let stop: number | null = null;
  let isArriving = study.series.length === 0 || study.series.some(({ state }) => !ENDED.has(state));
  return steps.map((step, at): TriedStep => {
    if (stop !== null) return { step: step.id, is: 'unreached', text: t('Step {number} stops the flow', { number: stop + 1 }) };
    const met = isMet(step, facts, results);
    const condition = step.when === undefined ? '' : whenText(step.when, steps, names);
    const found: Outcome =
      met === false
        ? { is: 'skipped', text: t('Runs only {condition}', { condition }) }
        : met === 'open'
          ? { is: 'depends', text: t('Runs {condition}: {step}', { condition, step: stepSummary(step, names) }) }
          : outcomeOf(step, { study, acquisitions, isArriving, results }, names);
    results.set(step.id, possible(step, found.is));
    if (found.is === 'fails' && step.fails?.next !== 'continue') stop = at;
    // Series that it waits for bring others with them.
    if (step.type === 'wait' && found.is === 'waits') isArriving = true;
    return { step: step.id, ...found };
  });
}

const ENDED: ReadonlySet<SeriesState> = new Set<SeriesState>(['converted', 'error']);

/** Open: it depends on what is not known yet. */
type Met = boolean | 'open';

function isMet({ when }: PipelineStep, facts: ConditionFacts, results: ReadonlyMap<string, readonly StepResult[]>): Met {
  if (when === undefined) return true;
  const met = when.conditions.map((condition): Met => {
    if (condition.what === 'step') return isMetByStep(condition, results.get(condition.step) ?? []);
    return holds({ match: 'all', conditions: [condition] }, facts);
  });
  const decides = when.match === 'any';
  if (met.includes(decides)) return decides;
  return met.includes('open') ? 'open' : !decides;
}

function isMetByStep({ is }: Extract<Condition, { what: 'step' }>, may: readonly StepResult[]): Met {
  const wanted = may.filter((result) => is.includes(result));
  if (wanted.length === 0) return false;
  return wanted.length === may.length || 'open';
}

/** What may come of a step, as conditions ask for it. A single one is certain. */
function possible(step: PipelineStep, outcome: TrialOutcome): StepResult[] {
  if (outcome === 'skipped') return ['skipped'];
  if (outcome === 'fails') return ['failed'];
  if (outcome === 'done') return ['done'];
  const more: readonly StepResult[] =
    step.type === 'infer' ? ['unlike'] : step.type === 'ask' && step.kind === 'review' ? ['accepted', 'changes'] : [];
  const may: StepResult[] = ['done', 'failed', ...more];
  return outcome === 'depends' ? ['skipped', ...may] : may;
}

interface Now {
  study: TriedStudy;
  acquisitions: ReadonlySet<string>;
  /** Series may still come, or be converted. */
  isArriving: boolean;
  results: ReadonlyMap<string, readonly StepResult[]>;
}

function outcomeOf(step: PipelineStep, now: Now, names: Names): Outcome {
  const { study, isArriving } = now;
  const runs: Outcome = { is: 'runs', text: stepSummary(step, names) };
  switch (step.type) {
    case 'wait': {
      const missing = step.acquisitions.filter((code) => !now.acquisitions.has(code));
      return missing.length === 0
        ? said('done', 'acquisitions_found', ...step.acquisitions)
        : said('waits', 'acquisitions_missing', ...missing);
    }
    case 'convert':
      return conversionOf(study, isArriving);
    case 'check':
      return isArriving ? said('waits', 'checking') : said('done', 'checked', study.findings);
    case 'register':
      return onSeries([step.fixed, step.moving], now, runs);
    case 'infer':
      return onSeries([step.acquisition], now, runs);
    case 'segment': {
      const may = now.results.get(step.from) ?? [];
      return may.includes('done') ? runs : said('fails', 'nothing_proposed');
    }
    case 'ask':
      return { is: 'waits', text: stepSummary(step, names) };
    case 'label':
      return study.labels.has(step.label) ? { is: 'done', text: stepSummary(step, names) } : runs;
    default:
      return runs;
  }
}

function conversionOf({ series }: TriedStudy, isArriving: boolean): Outcome {
  const converted = series.filter(({ state }) => state === 'converted').length;
  const isBusy = series.length === 0 || series.some(({ state }) => !ENDED.has(state));
  if (isBusy) return said('waits', 'converting', converted, series.length);
  if (isArriving)
    return {
      is: 'depends',
      text: t('{done} of {total, plural, one {# series} other {# series}}, and those that still come', {
        done: converted,
        total: series.length,
      }),
    };
  return converted === 0 ? said('fails', 'nothing_converted', series.length) : said('done', 'converted', converted, series.length);
}

/** Null: any series. */
function onSeries(codes: readonly (string | null)[], { study: { series }, isArriving }: Now, runs: Outcome): Outcome {
  const isThere = (code: string | null): boolean =>
    series.some(({ acquisition_code: own, state }) => state === 'converted' && (code === null || own === code));
  const missing = codes.find((code) => !isThere(code));
  if (missing === undefined) return runs;
  if (!isArriving) return said('fails', 'series_missing', missing ?? '');
  return {
    is: 'depends',
    text: missing === null ? t('No series suits the model yet') : t('There is no converted {acquisition} yet', { acquisition: missing }),
  };
}

const said = (is: TrialOutcome, code: FlowReason['code'], ...values: (string | number)[]): Outcome => ({
  is,
  text: reasonText({ code, values: values.map(String) }),
});
