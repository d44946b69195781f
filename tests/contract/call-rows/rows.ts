import type { CALLS } from '#contract/calls.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Answered } from '#server/test-server.ts';
import type { ContractServer } from '#tests/contract/contract-server.ts';

/** Who asks in the rows, beside Ada: tokens on the hosts of their teams. */
export interface Scene {
  server: ContractServer;
  /** Of team north, without any permission. */
  nell: string;
  /** Of team south. */
  ute: string;
}

/** One line of the specification: a request to the whole server, its status or its refusal, and what else holds of the answer. */
type Row = [
  line: string,
  ask: (scene: Scene) => Promise<Answered>,
  expected: number | ErrorCode,
  holds?: (answer: Answered, scene: Scene) => void,
];

export type Rows = Partial<Record<keyof typeof CALLS, Row[]>>;

export const WIRE_DATE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
