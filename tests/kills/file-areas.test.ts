import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileItem, FileWork } from '#contract/file-areas.ts';
import { areaFiles } from '#tests/support/area-files.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { createRandom } from './random.ts';

/** More than are copied in a call, so that each of these works is a job. */
const MANY = 2_050;
const ROUNDS = 12;

/** Every path with the text of a file, or null for a folder: what a person who did the same by hand would have. */
class Tree {
  readonly entries = new Map<string, string | null>();

  add(path: string, text: string | null): void {
    this.entries.set(path, text);
  }
  /** `path` and everything below it. */
  of(path: string): [string, string | null][] {
    return [...this.entries].filter(([each]) => each === path || each.startsWith(`${path}/`));
  }
  copy(path: string, to: string): void {
    for (const [each, text] of this.of(path)) this.add(to + each.slice(path.length), text);
  }
  remove(path: string): void {
    for (const [each] of this.of(path)) this.entries.delete(each);
  }
  move(path: string, to: string): void {
    this.copy(path, to);
    this.remove(path);
  }
}

describe('file areas under random kills of the server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ demo: true, page: false });
  });
  afterAll(() => server.dispose());

  it('lose nothing and double nothing: folders, uploads, copies, moves, archives and the bin [FM-018]', async () => {
    const random = createRandom(39);
    const bearer = await bearerOf(server, DEMO.admin);
    // What a client does: it sends again until there is an answer.
    const files = areaFiles(
      {
        async request(...asked) {
          for (;;) {
            const answer = await server.request(...asked).catch(() => null);
            if (answer !== null && answer.status !== 503) return answer;
            await pause(50);
          }
        },
      },
      bearer,
    );
    let kills = 0;
    /** Does something while the server is killed, or is left alone. */
    const perhapsKilled = async (something: Promise<void>): Promise<void> => {
      const isKilled = random.chance(0.4);
      const kill = async (): Promise<void> => {
        await pause(random.between(0, 400));
        await server.restart();
        kills += 1;
      };
      await Promise.all([something, ...(isKilled ? [kill()] : [])]);
    };

    const tree = new Tree();
    const text = (words: string): Uint8Array => new TextEncoder().encode(words);
    const ended = async (work: FileWork | null): Promise<void> => {
      if (work !== null) await files.ended(work.uuid);
    };
    const makeFolder = async (path: string) => {
      await files.call('mkdir', { dir: path, uuid: randomUUID() });
      tree.add(path, null);
    };
    const change = async (call: 'cp' | 'mv' | 'rm' | 'zip' | 'unzip', body: object): Promise<void> => {
      const make = async () => {
        const answer = await files.call<{ ok: boolean; work?: FileWork | null }>(call, { ...body, uuid: randomUUID() });
        if (!answer.ok) throw new Error(`${call} met a name that exists`);
        await ended(answer.work ?? null);
      };
      await perhapsKilled(make());
    };

    const archived = Object.fromEntries(
      Array.from({ length: MANY }, (_, n): [string, string] => [`cases/part-${n % 7}/case_${n}.txt`, `case ${n}`]),
    );
    await files.put('/north', {
      'cases.zip': zipSync(Object.fromEntries(Object.entries(archived).map(([name, words]) => [name, text(words)]))),
    });
    tree.add('/north/cases.zip', 'an archive');
    await makeFolder('/north/work');
    await change('unzip', { path: '/north/work', file: '/north/cases.zip' });
    tree.add('/north/work/cases', null);
    for (let part = 0; part < 7; part += 1) tree.add(`/north/work/cases/part-${part}`, null);
    for (const [name, words] of Object.entries(archived)) tree.add(`/north/work/${name}`, words);

    for (let round = 0; round < ROUNDS; round += 1) {
      const home = `/north/round-${round}`;
      await makeFolder(home);
      await perhapsKilled(files.put(home, { 'a/one.txt': text(`one of ${round}`), 'two.txt': text(`two of ${round}`) }));
      for (const [path, words] of [
        ['a', null],
        ['a/one.txt', `one of ${round}`],
        ['two.txt', `two of ${round}`],
      ] as const)
        tree.add(`${home}/${path}`, words);
      await change('cp', { paths: [`${home}/a`], to: '/north/work/cases/part-0', conflict: 'keep-both' });
      if (round === 0) tree.copy(`${home}/a`, '/north/work/cases/part-0/a');
      // The folders merge, and the file that is there gets a second one beside it.
      else tree.add(`/north/work/cases/part-0/a/one (${round + 1}).txt`, `one of ${round}`);
      await change('mv', { paths: [`${home}/two.txt`], to: `renamed-${round}.txt` });
      tree.move(`${home}/two.txt`, `${home}/renamed-${round}.txt`);
      if (round % 4 === 1) {
        await change('cp', { paths: ['/north/work/cases'], to: home });
        tree.copy('/north/work/cases', `${home}/cases`);
      }
      if (round % 4 === 2) {
        await change('zip', { path: home, file: 'packed.zip', paths: ['/north/work/cases/part-1'] });
        tree.add(`${home}/packed.zip`, 'an archive');
        await makeFolder(`${home}/unpacked`);
        await change('unzip', { path: `${home}/unpacked`, file: `${home}/packed.zip` });
        tree.copy('/north/work/cases/part-1', `${home}/unpacked/part-1`);
      }
      if (round % 4 === 3) {
        await change('mv', { paths: [`/north/round-${round - 2}/cases`], to: home });
        tree.move(`/north/round-${round - 2}/cases`, `${home}/cases`);
        await change('rm', { paths: [`/north/round-${round - 3}`] });
        tree.remove(`/north/round-${round - 3}`);
      }
    }
    const found = new Map<string, string | null>();
    const list = async (dir: string): Promise<void> => {
      const { data } = await files.call<{ data: FileItem[] }>('ls', { dir });
      for (const { path, isDir, extension } of data) {
        if (isDir) {
          found.set(path, null);
          await list(path);
        } else if (extension === 'zip') found.set(path, 'an archive');
        else found.set(path, await files.read(path));
      }
    };
    await list('/north');
    expect([...found].toSorted()).toEqual([...tree.entries].toSorted());
    const { data: works } = await files.call<{ data: FileWork[] }>('works', {});
    expect(works.filter(({ state }) => state !== 'done')).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(15);
  });
});
