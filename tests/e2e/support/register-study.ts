import { randomUUID } from 'node:crypto';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import type { TestServer } from '#tests/support/server.ts';

/** A study of team north as a client brings it before its first byte. Returns its UUID. */
export async function registerStudy(server: TestServer, bearer: string, patientName: string, modality = 'MR'): Promise<string> {
  const ask = async (path: string, body: object) =>
    (await server.request(path, { method: 'POST', body, headers: { authorization: `Bearer ${bearer}`, team: 'north' } })).json();
  const session = randomUUID();
  await ask('/api/c-upload', { action: 'prepare', id: session, started: 1 });
  const body = structuredClone(firstAccepted(goldenOfCall('registerStudy'), 'body')) as { study: object };
  Object.assign(body.study, { patientName, modality });
  const made = await ask('/api/upload/studies?version=2', { ...body, session_id: session });
  return (made as { study: { uuid: string } }).study.uuid;
}
