import { z } from '#contract/zod.ts';
import { DateText, Sha256, Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { SegmentTitle } from '#contract/segmentations.ts';
import { nameUpTo, textUpTo } from '#contract/text.ts';
import { marked } from '#language/t.ts';
import { ModelManifest } from './manifest.ts';

/** A segment that a model outlines. A segmentation fits a model if it has the same ones by title and value (AI-003). */
export const AiSegment = z.object({ title: SegmentTitle, value: z.number().int().min(1).max(255) });
export type AiSegment = z.infer<typeof AiSegment>;

export const AiModelName = nameUpTo(LIMITS.aiModelNameChars);
/** Names the model in results and files. */
export const AiModelCode = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
/** Why somebody promoted, withdrew or demoted a version. */
export const AiReason = nameUpTo(LIMITS.aiReasonChars);

/** Dice of one patient whom the model has not seen: by value of the segment, and `foreground` for all segments as one. A segment that is absent in the reference is left out. */
export const DiceByClass = z.record(z.string().max(32), z.number().min(0).max(1));
export type DiceByClass = z.infer<typeof DiceByClass>;

/** Measured by the training on patients that it did not learn from. `validation`: they chose the settings; `test`: they were only measured. */
export const ModelReport = z.object({
  engine: z.string().max(32),
  seed: z.number().int(),
  seconds: z.number().min(0),
  heldOut: z
    .array(
      z.object({
        id: z.string().max(100),
        part: z.enum(['validation', 'test']),
        dice: DiceByClass,
        /** The output with a picture of one of its slices, if there is one. */
        preview: z.string().max(200).optional(),
      }),
    )
    .max(10_000),
  mean: DiceByClass,
  deviation: z.record(z.string().max(32), z.number().min(0)),
  settings: z.record(z.string().max(64), z.unknown()),
});
export type ModelReport = z.infer<typeof ModelReport>;

/** `withdrawn`: no longer run. Its earlier results stay, marked. */
export const VersionState = z.enum(['ready', 'withdrawn']);

/** A network or a forest. Never changed; a further training makes a further version. */
export const AiModelVersion = z.object({
  uuid: Uuid,
  /** From 1, by model. */
  number: z.number().int(),
  state: VersionState,
  manifest: ModelManifest,
  /** Null: it was uploaded, and nothing was measured here. */
  report: ModelReport.nullable(),
  /** Id of the training that made it. */
  training: z.number().int().nullable(),
  /** The frozen version that it learned from and was measured on: reports of the same one can be compared. Null: it was uploaded, or the dataset was deleted. */
  dataset: z.object({ id: z.number().int(), name: z.string(), version: z.number().int(), uuid: Uuid }).nullable(),
  size: z.number().int(),
  sha256: Sha256,
  created_by: z.string().nullable(),
  created_at: DateText,
  /** Why it was withdrawn. */
  reason: z.string().nullable(),
});
export type AiModelVersion = z.infer<typeof AiModelVersion>;

/** Who made a version the one that runs, and why. */
export const Promotion = z.object({ version: Uuid, number: z.number().int(), reason: z.string(), by: z.string().nullable(), at: DateText });

/** ENT-50. A model belongs to one team and never meets the studies of another one, so it is always private. */
export const AiModel = z.object({
  id: z.number().int(),
  name: z.string(),
  code: z.string(),
  description: z.string(),
  structure_name: z.string(),
  structure_id: z.number().int().nullable(),
  segments: z.array(AiSegment),
  created_at: DateText,
  /** The model that it was copied from. */
  parent_id: z.number().int().nullable(),
  is_private: z.literal(true),
  is_derived: z.boolean(),
  user_name: z.string(),
  team_name: z.string(),
  /** Of its versions. */
  last_number: z.number().int(),
  /** The version that runs; null: none does. */
  promoted: Promotion.nullable(),
  /** Mean Dice of the promoted version, else of the last one; null: nothing was measured. */
  dice: z.number().nullable(),
  /** The caller may change and delete it. */
  editable: z.boolean(),
});
export type AiModel = z.infer<typeof AiModel>;

export const AiModelDetail = AiModel.extend({
  /** Newest first. */
  versions: z.array(AiModelVersion),
  /** What people did with what the promoted version proposed, by segment of a result. */
  used: z.object({ proposed: z.number().int(), accepted: z.number().int(), corrected: z.number().int(), refused: z.number().int() }),
  /** Dice of what people kept with what was proposed, by the week that began on this day. Oldest first. */
  quality: z.array(z.object({ version: z.number().int(), week: z.string(), dice: z.number(), results: z.number().int() })),
});
export type AiModelDetail = z.infer<typeof AiModelDetail>;

export const AiModelList = z.object({
  data: z.array(AiModel),
  total: z.number().int(),
  per_page: z.number().int(),
  current_page: z.number().int(),
});

export const SavedAiModel = z.object({
  name: AiModelName,
  code: AiModelCode,
  description: textUpTo(LIMITS.aiDescriptionChars),
  structure_id: z.number().int().min(1),
  segments: z
    .array(AiSegment)
    .min(1)
    .max(LIMITS.aiSegments)
    .refine((all) => new Set(all.map(({ value }) => value)).size === all.length, { message: marked('Each value occurs once.') }),
});
export type SavedAiModel = z.infer<typeof SavedAiModel>;

/** Which promoted model runs on a series after its conversion. */
export const ModelRule = z.object({
  /** UUID of the rule, made by the client. */
  uuid: Uuid,
  /** Of the series, for example MR. */
  modality: z.string().regex(/^[A-Z0-9]{1,16}$/),
  /** Part of the body part of the study or of the description of the series; empty: any. */
  body_part: textUpTo(64),
  /** Code of the acquisition that was recognised; empty: any. */
  acquisition: textUpTo(64),
  /** Id of a model of the team, or the name of a model that workers bring. */
  model: z.union([z.number().int().min(1), z.string().min(1).max(64)]),
  on: z.boolean(),
});
export type ModelRule = z.infer<typeof ModelRule>;

export const ModelConfiguration = z.object({
  rules: z.array(ModelRule).max(LIMITS.aiRules),
  /** Grows with each change. A change names the one that it was made from. */
  version: z.number().int(),
});
export type ModelConfiguration = z.infer<typeof ModelConfiguration>;

/** A promoted version as a device needs it to run it. */
export const RunnableModel = z.object({
  model: z.object({ id: z.number().int(), name: z.string(), code: z.string(), structure_id: z.number().int().nullable() }),
  version: AiModelVersion,
  /** The rules that name the model. */
  rules: z.array(ModelRule),
});
export type RunnableModel = z.infer<typeof RunnableModel>;
