import { CALLS } from '#contract/calls.ts';
import { fetchBytes } from './call-api.ts';
import type { ApiResult } from './result.ts';

export interface SliceOnServer {
  width: number;
  height: number;
  /** 3: red, green, blue, 0 to 255. */
  samples: 1 | 3;
  slope: number;
  intercept: number;
  windowCenter: number;
  windowWidth: number;
  isInverted: boolean;
  isHotIron: boolean;
  words: Int16Array<ArrayBuffer>;
}

/** CALL-060. Null where the server does not give it, or gives something else: the next one may be asked for. */
export async function fetchSlice({
  session,
  uploadToken,
  uploadId,
  slice,
}: {
  session: string;
  uploadToken: string | null;
  uploadId: string;
  slice: number;
}): Promise<SliceOnServer | null> {
  const params = { session, uploadId, slice: String(slice) };
  const answer = await underTokenOrSignIn(uploadToken, (speaker) => fetchBytes(CALLS.sliceOnServer, { params, ...speaker, quiet: true }));
  if (!answer.ok) return null;
  const bytes = await answer.value.arrayBuffer().catch(() => null);
  return bytes && readSlice(answer.value.headers, bytes);
}

export function readSlice(headers: Pick<Headers, 'get'>, bytes: ArrayBuffer): SliceOnServer | null {
  const number = (name: string): number => Number(headers.get(name) ?? NaN);
  const [width, height, samples] = [number('X-Width'), number('X-Height'), number('X-Samples')];
  const window = { windowCenter: number('X-Window-Center'), windowWidth: number('X-Window-Width') };
  const scale = { slope: number('X-Slope'), intercept: number('X-Intercept') };
  const all = [width, height, ...Object.values(window), ...Object.values(scale)];
  if (!all.every(Number.isFinite) || (samples !== 1 && samples !== 3)) return null;
  if (width < 1 || height < 1 || bytes.byteLength !== width * height * samples * 2) return null;
  const view = new DataView(bytes);
  const words = Int16Array.from({ length: bytes.byteLength / 2 }, (_, at) => view.getInt16(at * 2, true));
  const isInverted = headers.get('X-Inverted') === '1';
  return { width, height, samples, ...window, ...scale, isInverted, isHotIron: headers.get('X-Colormap') === 'hot-iron', words };
}

/** CALL-062: the volume of a series, made when it is first asked for. */
export async function fetchMadeNifti({
  session,
  uploadToken,
  studyKey,
  uploadId,
}: {
  session: string;
  uploadToken: string | null;
  studyKey: string;
  uploadId: string;
}): Promise<Uint8Array<ArrayBuffer> | 'unreachable' | 'refused'> {
  const params = { session, studyKey, uploadId };
  const answer = await underTokenOrSignIn(uploadToken, (speaker) => fetchBytes(CALLS.makeNifti, { params, ...speaker, quiet: true }));
  if (!answer.ok) return answer.failure.kind === 'network' ? 'unreachable' : 'refused';
  const bytes = await answer.value.arrayBuffer().catch(() => null);
  return bytes === null ? 'unreachable' : new Uint8Array(bytes);
}

/** An expired token is not renewed to show an image: the current sign-in allows that too. */
async function underTokenOrSignIn<T>(
  uploadToken: string | null,
  ask: (speaker: { uploadToken?: string }) => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  if (uploadToken === null) return ask({});
  const answer = await ask({ uploadToken });
  return !answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 401 ? ask({}) : answer;
}
