import { z } from './zod.ts';
import { Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { AiPrompt, HeaderStudy, PromptType, SocketId } from './recognition.ts';
import { nameUpTo, RowId, textUpTo } from './text.ts';

const PromptModality = z.string().regex(/^[A-Z]{2,4}$/);
const PromptText = nameUpTo(LIMITS.promptChars);

/** What series are taken for, as the server sees it; and what a language model is asked about them. */
export const RECOGNITION_CALLS = {
  recogniseHeaders: {
    id: 'CALL-063',
    base: 'services',
    method: 'POST',
    path: 'llm/prompts',
    access: { permission: 'r:upload-v2' },
    query: z.object({ wsid: SocketId }),
    // given: `i`, `m`, `s`, `ui`, `fui` and `h` are the wire's own short names.
    body: z.object({ studies: z.array(HeaderStudy).min(1).max(LIMITS.recognisedStudies) }),
    answer: z.object({ data: z.array(z.object({ i: Uuid, id: Uuid })) }),
    summary: 'Asks what the series of studies are taken for by their headers; the answers come to that connection (SOCK-14)',
  },
  recogniseGrids: {
    id: 'CALL-064',
    base: 'services',
    method: 'POST',
    path: 'llm/image-grid-recognition',
    access: { permission: 'r:upload-v2' },
    /** given: a form with image_N, studyId_N, imageCount and wsid; series_N are the series of its tiles, in their order, as a JSON list. */
    bodyKind: 'json-or-form',
    body: z.object({
      wsid: SocketId,
      images: z
        .array(
          z.object({
            studyId: Uuid,
            series: z.array(Uuid).min(1).max(LIMITS.tilesPerGrid),
            /** A PNG. */
            image: z.base64().max(Math.ceil(LIMITS.gridBytes / 3) * 4),
          }),
        )
        .min(1)
        .max(LIMITS.gridsPerCall),
    }),
    answer: z.object({ accepted: z.number().int() }),
    summary: 'Asks what the series of MR studies are taken for by pictures of them; the answers come to that connection (SOCK-15)',
  },
  cancelRecognition: {
    id: 'CALL-065',
    base: 'services',
    method: 'POST',
    path: 'llm/cancel-prompt/:id',
    access: { permission: 'r:upload-v2' },
    params: z.object({ id: Uuid }),
    answer: z.null(),
    summary: 'Ends an own recognition, also one that has ended: no answer comes any more',
  },
  promptStub: {
    id: 'CALL-066',
    base: 'services',
    method: 'POST',
    path: 'llm/prompt/:modality/:type/:teamId',
    access: 'member',
    params: z.object({ modality: textUpTo(16), type: textUpTo(16), teamId: RowId }),
    answer: z.null(),
    summary: 'A stub that nobody calls',
  },
  aiPrompts: {
    id: 'PCALL-25',
    base: 'api',
    method: 'GET',
    path: 'ai-prompts',
    access: { permission: 'admin' },
    answer: z.object({
      data: z.array(AiPrompt),
      /** The models that are asked; null where nobody has set one, and rules answer alone. */
      models: z.object({ text: z.string().nullable(), image: z.string().nullable() }),
      /** What is asked where no version is active. */
      built_in: z.object({ text: z.string(), image: z.string() }),
    }),
    summary: 'All versions of all prompts, newest first',
  },
  createAiPrompt: {
    id: 'PCALL-25-create',
    base: 'api',
    method: 'POST',
    path: 'ai-prompts',
    access: { permission: 'admin' },
    body: z.object({ modality: PromptModality, type: PromptType, text: PromptText, active: z.boolean() }),
    answer: AiPrompt,
    summary: 'The next version of a prompt; the same text once more answers the version that has it',
  },
  aiPrompt: {
    id: 'PCALL-25-one',
    base: 'api',
    method: 'GET',
    path: 'ai-prompts/:id',
    access: { permission: 'admin' },
    params: z.object({ id: RowId }),
    answer: z.object({ prompt: AiPrompt, versions: z.array(AiPrompt) }),
    summary: 'One version of a prompt, and all of its modality and type',
  },
  saveAiPrompt: {
    id: 'PCALL-25-save',
    base: 'api',
    method: 'PUT',
    path: 'ai-prompts/:id',
    access: { permission: 'admin' },
    params: z.object({ id: RowId }),
    body: z.object({ active: z.boolean() }),
    answer: AiPrompt,
    summary: 'Makes a version the one that is asked, in place of the one that was, or takes it out of use',
  },
  removeAiPrompt: {
    id: 'PCALL-25-remove',
    base: 'api',
    method: 'DELETE',
    path: 'ai-prompts/:id',
    access: { permission: 'admin' },
    params: z.object({ id: RowId }),
    answer: z.null(),
    summary: 'Deletes a version; where it was the active one, the built-in text is asked again',
  },
} as const;
