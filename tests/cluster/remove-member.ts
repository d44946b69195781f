import { CALLS } from '#contract/calls.ts';
import { httpRequest } from '#tests/support/http.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { userIdOf } from './checks.ts';
import type { Cluster } from './cluster.ts';

/** What a member is answered by each server, before and after they are removed from the team through the first one. */
export async function removeMember(cluster: Cluster): Promise<{ before: number[]; after: number[] }> {
  const { servers, store } = cluster;
  const [member, admin] = [await cluster.signIn(DEMO.annotator), await cluster.signIn(DEMO.admin)];
  const ask = async (server: number, method: string, path: string, bearer: string): Promise<number> =>
    (
      await httpRequest(`http://north.app.localhost:${servers[server]!.port()}/api/${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}` },
      })
    ).status;
  const askAll = () => Promise.all(servers.map((_, server) => ask(server, 'GET', CALLS.changes.path, member)));
  const before = await askAll();
  const id = await userIdOf(store.db, DEMO.annotator.email);
  const removed = await ask(0, 'DELETE', CALLS.removeMember.path.replace(':id', String(id)), admin);
  if (removed >= 300) throw new Error(`The removal was answered with ${removed}`);
  return { before, after: await askAll() };
}
