import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { RowId } from '#contract/text.ts';
import { DefaultModality, TransferFunction, TransferFunctionName, TransferPoints, TransferUnit } from '#contract/transfer-functions.ts';

const OfTransferFunction = z.object({ id: RowId });

/** Curves that give values of a series colours and opacity. */
export const TRANSFER_FUNCTION_CALLS = {
  transferFunctions: {
    id: 'PCALL-19',
    base: 'api',
    method: 'GET',
    path: 'transfer-functions',
    access: { permission: 'r:transfer-functions' },
    answer: z.object({ data: z.array(TransferFunction) }),
    summary: 'Shipped transfer functions and those of the team, by name',
  },
  createTransferFunction: {
    id: 'PCALL-19-create',
    base: 'api',
    method: 'POST',
    path: 'transfer-functions',
    access: { permission: 'r:transfer-functions' },
    body: z.object({
      /** Of the new transfer function. Repeating the call with it has no effect. */
      uuid: Uuid,
      name: TransferFunctionName,
      /** It becomes the default of this modality in place of another one. */
      modality: DefaultModality.nullable().default(null),
      unit: TransferUnit,
      points: TransferPoints,
    }),
    answer: TransferFunction,
    summary: 'Create a transfer function of the team. Its name is unique among those of the team and the shipped ones',
  },
  changeTransferFunction: {
    id: 'PCALL-19-save',
    base: 'api',
    method: 'PUT',
    path: 'transfer-functions/:id',
    access: { permission: 'r:transfer-functions' },
    params: OfTransferFunction,
    body: z.object({
      name: TransferFunctionName.optional(),
      modality: DefaultModality.nullable().optional(),
      unit: TransferUnit.optional(),
      points: TransferPoints.optional(),
    }),
    answer: TransferFunction,
    summary: 'Change a transfer function of the team. Omitted fields are unchanged',
  },
  deleteTransferFunction: {
    id: 'PCALL-19-remove',
    base: 'api',
    method: 'DELETE',
    path: 'transfer-functions/:id',
    access: { permission: 'r:transfer-functions' },
    params: OfTransferFunction,
    answer: z.null(),
    summary: 'Delete a transfer function of the team. One that somebody else created requires r:team and r:invitations',
  },
} as const;
