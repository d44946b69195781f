import { z } from './zod.ts';
import { nameUpTo } from './text.ts';

export const LabelName = nameUpTo(64);

/** ENT-14. `label_id` is the ID of the label. `id` is the same, or on a study the ID of its link to the study: clients read either (ODD-26). */
export const Label = z.object({ id: z.number().int(), label_id: z.number().int(), name: z.string(), color: z.string() });
export type Label = z.infer<typeof Label>;
