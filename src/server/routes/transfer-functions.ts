import {
  changeTransferFunction,
  createTransferFunction,
  deleteTransferFunction,
  listTransferFunctions,
} from '#server/rules/transfer-functions/transfer-functions.ts';
import type { Handlers } from './handlers.ts';

export const transferFunctionRoutes = {
  transferFunctions: ({ context, caller }) => listTransferFunctions(context, caller),
  createTransferFunction: async ({ context, caller, body, http }) => {
    const made = await createTransferFunction(context, caller, body);
    http.concerns({ subject: String(made.id) });
    return made;
  },
  changeTransferFunction: ({ context, caller, params, body }) => changeTransferFunction(context, caller, Number(params.id), body),
  deleteTransferFunction: async ({ context, caller, params }) => {
    await deleteTransferFunction(context, caller, Number(params.id));
    return null;
  },
} satisfies Partial<Handlers>;
