import { crc32 } from 'node:zlib';

export interface SyntheticSeriesOptions {
  slices?: number;
  rows?: number;
  columns?: number;
  transferSyntax?: string;
  patientName?: string;
}

/**
 * A small CT series for tests: axial slices 2 mm apart, voxel = 100 * slice + 10 * row + column. Its bytes are written without our own writer, so
 * that the converter is tested independently.
 */
export function createSyntheticSeries({
  slices = 3,
  rows = 4,
  columns = 5,
  transferSyntax = '1.2.840.10008.1.2.1',
  patientName = 'Muster^Eva',
}: SyntheticSeriesOptions = {}): { name: string; bytes: Uint8Array<ArrayBuffer> }[] {
  return Array.from({ length: slices }, (_, slice) => {
    const uid = `2.25.${crc32(Buffer.from(`${patientName}-${slice}`))}`;
    const pixels = new Int16Array(rows * columns).map(
      (_unused, index) => 100 * slice + 10 * Math.floor(index / columns) + (index % columns),
    );
    const dataset = [
      element(0x0008, 0x0008, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'),
      element(0x0008, 0x0016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
      element(0x0008, 0x0018, 'UI', uid),
      element(0x0008, 0x0020, 'DA', '20240102'),
      element(0x0008, 0x0030, 'TM', '101112'),
      element(0x0008, 0x0060, 'CS', 'CT'),
      element(0x0008, 0x0070, 'LO', 'SIEMENS'),
      element(0x0008, 0x103e, 'LO', 'thorax'),
      element(0x0010, 0x0010, 'PN', patientName),
      element(0x0010, 0x0020, 'LO', 'P-4711'),
      element(0x0018, 0x0050, 'DS', '2'),
      element(0x0018, 0x5100, 'CS', 'HFS'),
      element(0x0020, 0x000d, 'UI', '2.25.100'),
      element(0x0020, 0x000e, 'UI', '2.25.101'),
      element(0x0020, 0x0011, 'IS', '4'),
      element(0x0020, 0x0013, 'IS', String(slice + 1)),
      element(0x0020, 0x0032, 'DS', `0\\0\\${slice * 2}`),
      element(0x0020, 0x0037, 'DS', '1\\0\\0\\0\\1\\0'),
      element(0x0028, 0x0002, 'US', Uint16Array.of(1)),
      element(0x0028, 0x0004, 'CS', 'MONOCHROME2'),
      element(0x0028, 0x0010, 'US', Uint16Array.of(rows)),
      element(0x0028, 0x0011, 'US', Uint16Array.of(columns)),
      element(0x0028, 0x0030, 'DS', '0.5\\0.5'),
      element(0x0028, 0x0100, 'US', Uint16Array.of(16)),
      element(0x0028, 0x0101, 'US', Uint16Array.of(16)),
      element(0x0028, 0x0102, 'US', Uint16Array.of(15)),
      element(0x0028, 0x0103, 'US', Uint16Array.of(1)),
      element(0x0028, 0x1052, 'DS', '0'),
      element(0x0028, 0x1053, 'DS', '1'),
      element(0x7fe0, 0x0010, 'OW', pixels),
    ];
    const meta = [
      element(0x0002, 0x0002, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
      element(0x0002, 0x0003, 'UI', uid),
      element(0x0002, 0x0010, 'UI', transferSyntax),
    ];
    const metaLength = element(0x0002, 0x0000, 'UL', Uint32Array.of(Buffer.concat(meta).length));
    const bytes = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), metaLength, ...meta, ...dataset]);
    return { name: `slice-${slice + 1}.dcm`, bytes: Uint8Array.from(bytes) };
  });
}

/** Explicit VR, little endian; values of even length (PS3.5 7.1.1). */
function element(group: number, number: number, vr: string, value: string | Uint16Array | Uint32Array | Int16Array): Buffer {
  const raw = typeof value === 'string' ? Buffer.from(value, 'latin1') : Buffer.from(value.buffer);
  const body = raw.length % 2 === 0 ? raw : Buffer.concat([raw, Buffer.from(vr === 'UI' ? '\0' : ' ')]);
  const long = vr === 'OW';
  const head = Buffer.alloc(long ? 12 : 8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(number, 2);
  head.write(vr, 4, 'latin1');
  if (long) head.writeUInt32LE(body.length, 8);
  else head.writeUInt16LE(body.length, 6);
  return Buffer.concat([head, body]);
}
