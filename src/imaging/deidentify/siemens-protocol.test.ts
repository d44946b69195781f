import { expect, test } from 'vitest';
import { PROTOCOL_HEAD, rewriteProtocol } from './siemens-protocol.ts';

const tableOf = (...lines: string[]) => ['### ASCCONV BEGIN object=MrProtDataImpl ###', ...lines, '### ASCCONV END ###'].join('\n');
const rewritten = (text: string) => rewriteProtocol(Buffer.from(text, 'latin1'));
/** What is left between head and end. */
const linesOf = (text: string) => rewritten(text)?.split('\n').slice(1, -2) ?? null;

test.each([
  ['sSliceArray.ucMode', '0x4'],
  ['sSliceArray.lSize', '36'],
  ['sSliceArray.ucImageNumb', '0x1'],
  ['sSliceArray.ucImageNumbSag', '0x1'],
  ['sSliceArray.ucImageNumbCor', '0x1'],
  ['sSliceArray.ucImageNumbTra', '0x1'],
  ['sSliceArray.ucImageNumbMSMA', '2'],
  ['lDelayTimeInTR', '-20'],
  ['sKSpace.lBaseResolution', '128'],
  ['sKSpace.lPhaseEncodingLines', '128'],
  ['sKSpace.uc2DInterpolation', '0xAf09'],
  ['sFastImaging.lEchoSpacing', '640.25'],
])('%s is kept with its number', (key, value) => {
  expect(linesOf(tableOf(`${key} = ${value}`))).toEqual([`${key}\t = \t${value}`]);
});

test.each([
  'tPatientName = "Heron"',
  'tProtocolName = 12',
  'sSliceArray.lSize = "Heron"',
  'sSliceArray.lSize = Heron',
  'sSliceArray.lSize = 12 Heron',
  'sSliceArray.lSize = 0x123456789',
  'sSliceArray.lSize = 0xHeron',
  'sSliceArray.lSize = 1234567890123',
  'sSliceArray.lSize = 1.',
  'sSliceArray.lSize 12',
  'Heron sSliceArray.lSize = 12',
  'sSliceArray.lSizeOfHeron = 12',
  'Heron.sSliceArray.lSize = 12',
  'sSliceArray.ucModeX = 1',
  'xlDelayTimeInTR = 1',
  'sSliceArray.asSlice[0].dThickness = 3',
])('%s is removed', (line) => {
  expect(rewritten(tableOf(line))).toBe(null);
});

test('the first table counts, with any spaces and tabs', () => {
  const first = tableOf(
    '  sSliceArray.lSize\t = \t12\r',
    'tPatientName = "Heron"',
    'lDelayTimeInTR=5',
    'sSliceArray.ucMode        =        2',
  );
  expect(rewritten(`<XProtocol> "Heron" #\n${first}\n${tableOf('sSliceArray.ucMode = 4')}`)).toBe(
    '### ASCCONV BEGIN ###\nsSliceArray.lSize\t = \t12\nlDelayTimeInTR\t = \t5\nsSliceArray.ucMode\t = \t2\n### ASCCONV END ###\n',
  );
});

test('a table is kept wherever it begins', () => {
  expect(linesOf(`${' '.repeat(3 * 1024 ** 2)}${tableOf('sSliceArray.lSize = 12')}`)).toEqual(['sSliceArray.lSize\t = \t12']);
});

test('a rewritten table is unchanged when rewritten again, and its beginning is found', () => {
  const once = rewritten(tableOf('sSliceArray.lSize = 12'))!;
  expect(rewritten(once)).toBe(once);
  expect(once).toMatch(PROTOCOL_HEAD);
  expect(`Heron ${once}`).not.toMatch(PROTOCOL_HEAD);
});

test.each([
  ['no table', 'sSliceArray.lSize = 12'],
  ['a table without an end', '### ASCCONV BEGIN ###\nsSliceArray.lSize = 12\n'],
  ['an end only before the table', '### ASCCONV END ###\n### ASCCONV BEGIN ###\nsSliceArray.lSize = 12\n'],
  ['nothing', ''],
  ['a table of more than four megabytes', tableOf('sSliceArray.lSize = 12', ' '.repeat(4 * 1024 ** 2))],
])('%s has no protocol', (_what, text) => {
  expect(rewritten(text)).toBe(null);
});
