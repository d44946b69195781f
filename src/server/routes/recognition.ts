import { BUILT_IN_PROMPTS, createPrompt, listPrompts, readPrompt, removePrompt, savePrompt } from '#server/rules/recognition/ai-prompts.ts';
import { Refusal } from '#server/rules/context.ts';
import type { Recognition } from '#server/rules/recognition/recognition.ts';
import type { Handlers } from './handlers.ts';

export interface RecognitionRoutesParts {
  recognition: Recognition;
  /** Models in use; null where there is none. */
  models: { text: string | null; image: string | null };
}

/** Recognition of series, and the prompts for models. */
export function recognitionRoutes({ recognition, models }: RecognitionRoutesParts) {
  return {
    recogniseHeaders: async ({ context, caller, query, body }) => ({
      data: await recognition.askHeaders(context, caller, query.wsid, body.studies),
    }),
    recogniseGrids: ({ context, caller, body }) => recognition.askGrids(context, caller, body.wsid, body.images),
    cancelRecognition: async ({ context, caller, params }) => {
      await recognition.cancel(context, caller, params.id);
      return null;
    },
    promptStub: () => Promise.reject(new Refusal('not_built')),
    aiPrompts: async ({ context, caller }) => ({ data: await listPrompts(context.db.read, caller), models, built_in: BUILT_IN_PROMPTS }),
    createAiPrompt: async ({ context, caller, body, http }) => {
      const prompt = await createPrompt(context, caller, body);
      http.concerns({ subject: String(prompt.id) });
      return prompt;
    },
    aiPrompt: ({ context, caller, params }) => readPrompt(context.db.read, caller, Number(params.id)),
    saveAiPrompt: ({ context, caller, params, body }) => savePrompt(context, caller, Number(params.id), body),
    removeAiPrompt: async ({ context, caller, params }) => {
      await removePrompt(context, caller, Number(params.id));
      return null;
    },
  } satisfies Partial<Handlers>;
}
