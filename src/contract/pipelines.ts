import { z } from './zod.ts';
import { AcquisitionCode } from './acquisitions.ts';
import { Acquisition as CatalogueAcquisition } from './catalogues.ts';
import { DateText, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { FindingSeverity } from './quality.ts';
import { TaskHolder, TaskKind, TaskNote } from './tasks.ts';
import { nameUpTo } from './text.ts';

/** Names a step in the conditions of later ones. It stays when steps are moved. */
export const StepId = z.string().regex(/^[a-z][a-z0-9-]{0,29}$/);

/** What a later step can ask of an earlier one. `unlike`: the image is unlike those of the training. `accepted`, `changes`: of a review. */
export const STEP_RESULTS = ['done', 'failed', 'skipped', 'unlike', 'accepted', 'changes'] as const;
export const StepResult = z.enum(STEP_RESULTS);
export type StepResult = z.infer<typeof StepResult>;

const texts = z.array(nameUpTo(64)).min(1).max(LIMITS.conditionsPerStep);

export const Condition = z.discriminatedUnion('what', [
  z.object({ what: z.literal('modality'), is: texts }),
  /** Slugs. */
  z.object({ what: z.literal('body_part'), is: texts }),
  /** The study has a series of one of these. */
  z.object({ what: z.literal('acquisition'), is: z.array(AcquisitionCode).min(1).max(LIMITS.conditionsPerStep) }),
  /** Ids: the study has one of these labels. */
  z.object({ what: z.literal('label'), is: z.array(z.number().int().min(1)).min(1).max(LIMITS.conditionsPerStep) }),
  /** Of this severity or a higher one, which nobody has accepted. */
  z.object({ what: z.literal('finding'), at_least: FindingSeverity }),
  z.object({ what: z.literal('step'), step: StepId, is: z.array(StepResult).min(1).max(STEP_RESULTS.length) }),
]);
export type Condition = z.infer<typeof Condition>;

export const When = z.object({ match: z.enum(['all', 'any']), conditions: z.array(Condition).min(1).max(LIMITS.conditionsPerStep) });
export type When = z.infer<typeof When>;

const every = {
  id: StepId,
  /** Without it, the step always runs. */
  when: When.optional(),
  /** What happens if it fails. By default it is tried once, and the flow stops. */
  fails: z.object({ tries: z.number().int().min(1).max(3), next: z.enum(['stop', 'continue']) }).optional(),
};
const Id = z.number().int().min(1);
const Acquisition = AcquisitionCode.nullable().default(null);

export const PipelineStep = z.discriminatedUnion('type', [
  /** Until the study has a series of each. */
  z.object({
    ...every,
    type: z.literal('wait'),
    acquisitions: z.array(AcquisitionCode).min(1).max(20),
    hours: z
      .number()
      .int()
      .min(1)
      .max(24 * 90),
  }),
  /** Until each series is converted or cannot be. Fails if none was converted. */
  z.object({ ...every, type: z.literal('convert') }),
  /** Until the quality of what came in is checked. */
  z.object({ ...every, type: z.literal('check') }),
  /** Fails if the error is larger, in mm. */
  z.object({
    ...every,
    type: z.literal('register'),
    fixed: AcquisitionCode,
    moving: AcquisitionCode,
    max_mm: z.number().min(0.1).max(100),
  }),
  /** The promoted version of a model, on the series of an acquisition, or on the most suitable series. */
  z.object({ ...every, type: z.literal('infer'), model: Id, acquisition: Acquisition }),
  /** A segmentation of the structure of the model, drawn as an earlier step has proposed. */
  z.object({ ...every, type: z.literal('segment'), from: StepId }),
  /** A task on the study. The flow waits until it is done. */
  z.object({
    ...every,
    type: z.literal('ask'),
    kind: TaskKind,
    to: TaskHolder,
    days: z.number().int().min(1).max(365).optional(),
    note: TaskNote.default(''),
  }),
  z.object({ ...every, type: z.literal('label'), label: Id }),
  z.object({ ...every, type: z.literal('project'), project: Id }),
  z.object({ ...every, type: z.literal('dataset'), dataset: Id }),
  /** A notification. `uploader`: who sent the study. */
  z.object({ ...every, type: z.literal('notify'), to: z.union([z.literal('uploader'), TaskHolder]), text: nameUpTo(200) }),
]);
export type PipelineStep = z.infer<typeof PipelineStep>;
export type StepType = PipelineStep['type'];

/** What a pipeline does. Its JSON is the text that the page shows beside the form. */
export const PipelineDefinition = z.object({
  /** Which new studies it starts for; null: only those that somebody chooses. Empty texts: any. */
  starts: z.object({ modality: z.string().max(16), body_part: z.string().max(64) }).nullable(),
  steps: z.array(PipelineStep).min(1).max(LIMITS.stepsPerPipeline),
});
export type PipelineDefinition = z.infer<typeof PipelineDefinition>;

/** Why a definition cannot be saved. `step`: null for the whole. `values`: what the sentence names. */
export const PROBLEMS = [
  'step_twice',
  'step_unknown',
  'not_a_model',
  'same_acquisition',
  'acquisition_unknown',
  'model_gone',
  'model_not_promoted',
  'label_gone',
  'project_gone',
  'project_started',
  'dataset_gone',
  'holder_gone',
  'permission_missing',
  /** Its fields are not filled in yet. Only a page sees such a step. */
  'incomplete',
] as const;
export const PipelineProblem = z.object({ step: StepId.nullable(), code: z.enum(PROBLEMS), values: z.array(z.string()) });
export type PipelineProblem = z.infer<typeof PipelineProblem>;

/** A version. It never changes: flows keep the one that they began with. */
export const PipelineVersion = z.object({
  number: z.number().int(),
  definition: PipelineDefinition,
  /** Its flows act with the rights of this person. Null: the account was deleted, and its steps fail. */
  author: z.string().nullable(),
  created_at: DateText,
});

/** How many flows of a pipeline are in each state. */
export const FlowCounts = z.object({
  running: z.number().int(),
  waits_data: z.number().int(),
  waits_person: z.number().int(),
  failed: z.number().int(),
  done: z.number().int(),
  cancelled: z.number().int(),
});
export type FlowCounts = z.infer<typeof FlowCounts>;

export const PipelineDetail = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  modality_code: z.string(),
  acquisitions: z.array(z.object({ code: AcquisitionCode })),
  /** 0: it has no steps yet. */
  version: z.number().int(),
  /** The newest version; null: none. */
  current: PipelineVersion.nullable(),
  versions: z.array(PipelineVersion.omit({ definition: true })),
  counts: FlowCounts,
});
export type PipelineDetail = z.infer<typeof PipelineDetail>;

const fields = {
  name: nameUpTo(LIMITS.pipelineNameChars),
  modality_code: z.string().regex(/^[A-Z]{2,4}$/),
  /** UPL2-040: what a study that is uploaded with this pipeline must have. */
  acquisitions: z.array(AcquisitionCode).max(20),
  definition: PipelineDefinition.nullable(),
};
export const NewPipeline = z.object({ code: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/), ...fields });
/** `version`: the one that was changed. */
export const SavedPipeline = z.object({ ...fields, version: z.number().int().min(0) });

export const PARAMETER_KINDS = ['model', 'label', 'project', 'dataset', 'holder'] as const;
/** What a blueprint leaves open. In its template, the text `$name` stands for the value. */
export const BlueprintParameter = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,29}$/),
  title: nameUpTo(80),
  kind: z.enum(PARAMETER_KINDS),
});
export type BlueprintParameter = z.infer<typeof BlueprintParameter>;

export const BlueprintFields = z.object({
  title: nameUpTo(LIMITS.pipelineNameChars),
  description: z.string().max(500),
  modality_code: fields.modality_code,
  acquisitions: fields.acquisitions,
  parameters: z.array(BlueprintParameter).max(20),
  /** A definition in which parameters stand for values, as JSON. */
  template: z.string().max(LIMITS.blueprintChars),
});
export type BlueprintFields = z.infer<typeof BlueprintFields>;
/** `ships`: part of the product, and never changed. */
export const Blueprint = BlueprintFields.extend({ uuid: Uuid, ships: z.boolean() });
export type Blueprint = z.infer<typeof Blueprint>;

const Named = z.object({ id: z.number().int(), name: z.string() });
/** What the author may name in a pipeline. */
export const PipelineChoices = z.object({
  models: z.array(Named.extend({ promoted: z.boolean() })),
  labels: z.array(Named),
  projects: z.array(Named.extend({ open: z.boolean() })),
  datasets: z.array(Named),
  people: z.array(Named),
  roles: z.array(Named),
  modalities: z.array(z.string()),
  acquisitions: z.array(CatalogueAcquisition),
  body_parts: z.array(z.object({ slug: z.string(), title: z.string() })),
  /** Permissions of the author. */
  permissions: z.array(z.string()),
});
export type PipelineChoices = z.infer<typeof PipelineChoices>;
