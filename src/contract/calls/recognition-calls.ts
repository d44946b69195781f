import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { AiPrompt, HeaderStudy, PromptType, SocketId } from '#contract/recognition.ts';
import { nameUpTo, RowId, textUpTo } from '#contract/text.ts';

const PromptModality = z.string().regex(/^[A-Z]{2,4}$/);
const PromptText = nameUpTo(LIMITS.promptChars);

/** Recognition of series by the server, and the prompts for language models. */
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
    summary: 'Recognise the series of studies by their headers. The answers are sent to the given socket connection (SOCK-14)',
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
            /** PNG. */
            image: z.base64().max(Math.ceil(LIMITS.gridBytes / 3) * 4),
          }),
        )
        .min(1)
        .max(LIMITS.gridsPerCall),
    }),
    answer: z.object({ accepted: z.number().int() }),
    summary: 'Recognise the series of MR studies by images of them. The answers are sent to the given socket connection (SOCK-15)',
  },
  cancelRecognition: {
    id: 'CALL-065',
    base: 'services',
    method: 'POST',
    path: 'llm/cancel-prompt/:id',
    access: { permission: 'r:upload-v2' },
    params: z.object({ id: Uuid }),
    answer: z.null(),
    summary: 'Cancel a recognition of the caller. No more answers are sent. No effect if it has ended',
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
      /** The configured models. Null if none is configured and only rules are used. */
      models: z.object({ text: z.string().nullable(), image: z.string().nullable() }),
      /** The texts that are used if no version is active. */
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
    summary: 'Create the next version of a prompt. The same text returns the version that has it',
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
    summary: 'Activate a version in place of the active one, or deactivate it',
  },
  removeAiPrompt: {
    id: 'PCALL-25-remove',
    base: 'api',
    method: 'DELETE',
    path: 'ai-prompts/:id',
    access: { permission: 'admin' },
    params: z.object({ id: RowId }),
    answer: z.null(),
    summary: 'Delete a version. If it was active, the built-in text is used again',
  },
} as const;
