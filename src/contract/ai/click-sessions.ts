import { z } from '#contract/zod.ts';
import { Sha256, Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { ModelManifest } from './manifest.ts';

const Size = z.number().int().min(1).max(LIMITS.gridEdge);
const Place = z
  .number()
  .int()
  .min(0)
  .max(LIMITS.gridEdge - 1);

/** A mask on a grid: a box of it (columns, rows, slices), and a byte for each voxel, 1 is set, columns first, deflated (RFC 1950), in base64. Nothing is set beyond it. */
export const MaskBox = z.object({
  from: z.tuple([Place, Place, Place]),
  size: z.tuple([Size, Size, Size]),
  bytes: z.base64().max(LIMITS.clickMaskChars),
});
export type MaskBox = z.infer<typeof MaskBox>;

/** A voxel of the grid. */
export const ClickPlace = z.object({ place: z.tuple([Place, Place, Place]), inside: z.boolean() });

/** All clicks so far, and the mask before the last one. Whoever answers needs nothing of earlier prompts. */
export const ClickPrompt = z.object({
  /** Grows with each prompt of a session. */
  number: z.number().int().min(1).max(1_000_000),
  clicks: z.array(ClickPlace).min(1).max(LIMITS.clicksPerPrompt),
  /** Null: nothing is set. */
  mask: MaskBox.nullable(),
});
export type ClickPrompt = z.infer<typeof ClickPrompt>;

export const NewClickSession = z.object({
  /** Made by the client. */
  uuid: Uuid,
  series: Uuid,
  /** Of a model for clicks. */
  version: Uuid,
  /** Hash of the grid that masks and clicks are on. */
  grid: Sha256,
});

/** `waiting`: no worker has answered yet. `failed`: the worker could not; `detail` is for a person. */
export const ClickAnswer = z.object({
  state: z.enum(['waiting', 'answered', 'failed']),
  /** The mask after the last click; null also if nothing is set. */
  mask: MaskBox.nullable(),
  detail: z.string(),
});
export type ClickAnswer = z.infer<typeof ClickAnswer>;

const Triple = z.tuple([z.number(), z.number(), z.number()]);

/** What a worker needs to answer the prompts of a session. */
export const ClickWork = z.object({
  uuid: Uuid,
  /** Slug. */
  team: z.string(),
  leaseSeconds: z.number().int(),
  manifest: ModelManifest,
  /** Of the masks: centre of the first voxel and steps in mm, in the patient coordinates of DICOM. */
  grid: z.object({ size: z.tuple([Size, Size, Size]), origin: Triple, steps: z.tuple([Triple, Triple, Triple]) }),
  /** `image_0000.nii` and `model`. Addresses are absolute, need no header and end with the lease. */
  inputs: z.array(z.object({ name: z.string(), url: z.string(), bytes: z.number().int(), sha256: Sha256 })),
});
export type ClickWork = z.infer<typeof ClickWork>;

/** What a worker says of its session, and asks for. */
export const ClickTurn = z.object({
  waitSeconds: z
    .number()
    .int()
    .min(0)
    .max(LIMITS.workerPollMs / 1_000),
  /** The session that it has; null: it can take one. */
  held: Uuid.nullable(),
  /** To the last prompt of that session. `detail`: why there is no mask, without paths and patients; empty: there is one. */
  answer: z.object({ number: z.number().int().min(1), mask: MaskBox.nullable(), detail: z.string().max(500) }).nullable(),
});
export type ClickTurn = z.infer<typeof ClickTurn>;

export const ClickTaken = z.object({
  /** A session for this worker, which had none. */
  session: ClickWork.nullable(),
  /** Of the session that it has. */
  prompt: ClickPrompt.nullable(),
  /** The session that it has is over. */
  ended: z.boolean(),
});
export type ClickTaken = z.infer<typeof ClickTaken>;
