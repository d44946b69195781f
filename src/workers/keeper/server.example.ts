import type { StudyProposals } from '#contract/ai/inferences.ts';
import type { RunnableModel } from '#contract/ai/models.ts';
import type { Series, SeriesFile, StudyDetail } from '#contract/study-detail.ts';
import type { Answer, StudyServer } from './study-server.ts';

/** A server for tests, with studies whose volumes and files are invented bytes. `asked` records the requests. */
export interface ExampleServer extends StudyServer {
  asked: string[];
  /** Sizes of the volumes of each series of each study, by volume ID. */
  volumes: Map<string, Record<number, number>>;
  /** Sizes of the original files of the series of a study, by ID. Without an entry the series arrived as a volume. */
  originals: Map<string, Record<number, number>>;
  /** What models have proposed for any study; null: a server of an earlier version. */
  proposed: StudyProposals | null;
  models: RunnableModel[];
  /** Answer to every request from now on; null: normal answers. */
  fault: Answer<never> | null;
  /** The next bodies break off after this many bytes. */
  cuts: number[];
  tag: string;
  hasPictures: boolean;
  /** Called before a body is returned. */
  onBody: () => void;
}

export function exampleServer(volumes: Record<string, Record<number, number>>): ExampleServer {
  const server: ExampleServer = {
    ...{
      asked: [],
      volumes: new Map(Object.entries(volumes)),
      originals: new Map(),
      proposed: null,
      models: [],
      fault: null,
      cuts: [],
      tag: '"1"',
      hasPictures: true,
      onBody: () => undefined,
    },

    study: async (uuid) => answer(server, `study ${uuid}`, server.volumes.has(uuid) ? ({ uuid } as StudyDetail) : null),

    async series(uuid) {
      const sizes = server.volumes.get(uuid);
      const list = Object.entries(sizes ?? {}).map(([id, size]) => ({ id: Number(id), size, name: `v${id}`, dims: null }));
      const files = Object.keys(server.originals.get(uuid) ?? {}).length;
      const series = {
        uuid: `${uuid}-1`,
        modalityCode: 'MR',
        seriesDescription: '',
        type: files > 0 ? 'dcm' : 'nii',
        files,
        proved: files,
        bytes: 0,
        reading: null,
        volumes: list,
      };
      return answer(server, `series ${uuid}`, sizes ? ([series] as unknown as Series[]) : null);
    },

    async files(uuid) {
      const sizes = Object.entries(server.originals.get(uuid.slice(0, -2)) ?? {});
      const list = sizes.map(([id, size], position): SeriesFile => ({ id: Number(id), size, sha256: '0', position, frames: 1 }));
      return answer(server, `files ${uuid}`, list);
    },

    async thumbnail(uuid) {
      const given = await answer(server, `thumbnail ${uuid}`, server.hasPictures ? uuid : null);
      return given.ok ? { ok: true, value: { tag: '"p"', bytes: new Blob([uuid]) } } : given;
    },

    proposals: async (uuid) => answer(server, `proposals ${uuid}`, server.proposed),

    runnable: async () => answer(server, 'runnable', server.models),

    async bytes({ kind, id }, { offset, length }) {
      const given = await answer(server, `${kind} ${id} ${offset}+${length}`, id);
      if (!given.ok) return given;
      server.onBody();
      return {
        ok: true,
        value: { tag: server.tag, body: bodyOf(bytesOfVolume(Number(id), offset, length, server.tag), server.cuts.shift()) },
      };
    },
  };
  return server;
}

export function bytesOfVolume(id: number, offset: number, length: number, tag = '"1"'): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, n) => ((offset + n) * 7 + id + tag.charCodeAt(1)) & 0xff);
}

async function answer<T>(server: ExampleServer, question: string, value: T | null): Promise<Answer<T>> {
  server.asked.push(question);
  if (server.fault) return server.fault;
  return value === null ? { ok: false, kind: 'refused', status: 404 } : { ok: true, value };
}

/** In two parts, and broken off if requested. */
function bodyOf(bytes: Uint8Array<ArrayBuffer>, cutAt: number | undefined): ReadableStream<Uint8Array> {
  const end = cutAt ?? bytes.length;
  const parts = [bytes.slice(0, Math.min(3, end)), bytes.slice(Math.min(3, end), end)].filter(({ length }) => length > 0);
  return new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else if (cutAt === undefined) controller.close();
      else controller.error(new TypeError('network error'));
    },
  });
}
