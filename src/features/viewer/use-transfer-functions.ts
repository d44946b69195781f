import { useQuery } from '@tanstack/react-query';
import { transferFunctionsQuery } from '#api/transfer-functions-query.ts';
import type { TransferFunction } from '#contract/transfer-functions.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** Those of the team and the shipped ones (PCALL-19), for people who may use them. Stored on the device, so that they are there offline. */
export function useTransferFunctions(): readonly TransferFunction[] {
  const { team, permissions } = useSession<Session>();
  const { data } = useQuery({
    ...transferFunctionsQuery(team?.slug ?? null),
    enabled: team !== null && permissions.has('r:transfer-functions'),
  });
  return data?.data ?? NONE;
}

const NONE: readonly TransferFunction[] = [];
