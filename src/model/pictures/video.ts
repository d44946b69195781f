/** MPEG-2, MPEG-4 AVC and HEVC, also in fragments (PS3.5 8.2.5 to 8.2.9): one stream for all frames of a file. */
const VIDEO_SYNTAX = /^1\.2\.840\.10008\.1\.2\.4\.10(?:[0-6](?:\.1)?|7|8)$/;

export function isVideo(transferSyntaxUid: string): boolean {
  return VIDEO_SYNTAX.test(transferSyntaxUid);
}

/** How a stream is saved and played. */
export interface VideoKind {
  extension: 'mp4' | 'ts' | 'mpg' | 'h264' | 'h265';
  /** The argument of `canPlayType` in a browser. */
  type: string;
}

/** Determined by the container, from the first bytes, and by the transfer syntax if there is none. `begin`: 200 bytes are enough. */
export function videoKind(transferSyntaxUid: string, begin: Uint8Array): VideoKind {
  const coding = codingOf(transferSyntaxUid);
  if (textAt(begin, 4) === 'ftyp') return { extension: 'mp4', type: `video/mp4; codecs="${CODECS[coding]}"` };
  const isTransportStream = begin[0] === TS_SYNC && begin[TS_PACKET_BYTES] === TS_SYNC;
  if (isTransportStream) return { extension: 'ts', type: 'video/mp2t' };
  return coding === 'mpeg-2' ? { extension: 'mpg', type: 'video/mpeg' } : { extension: coding, type: `video/${coding}` };
}

type Coding = 'mpeg-2' | 'h264' | 'h265';

function codingOf(transferSyntaxUid: string): Coding {
  const number = Number(transferSyntaxUid.split('.')[7]);
  if (number <= 101) return 'mpeg-2';
  return number <= 106 ? 'h264' : 'h265';
}

/** High profile, level 4.1 (PS3.5 8.2.6); Main profile, level 5.1 (PS3.5 8.2.8). A browser that plays these plays the lower ones. */
const CODECS: Record<Coding, string> = { 'mpeg-2': 'mp2v', h264: 'avc1.640029', h265: 'hvc1.1.6.L153.B0' };

/** ISO/IEC 13818-1 2.4.3.2. */
const TS_SYNC = 0x47;
const TS_PACKET_BYTES = 188;

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
