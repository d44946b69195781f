import type { ExportedSegment } from '#imaging/mask/interchange/exported-segment.ts';

type Label = Pick<ExportedSegment, 'name' | 'colour' | 'value'>;

/** The label descriptions of ITK-SNAP, which belong beside a label map. */
export function writeSnapLabels(labels: readonly Label[]): string {
  const rule = '################################################';
  const line = (value: number, rgb: readonly number[], opacity: number, name: string): string =>
    `${[String(value).padStart(5), ...rgb.map((part) => String(part).padStart(5)), String(opacity).padStart(9), `  ${opacity}  ${opacity}`].join('')}    "${name}"`;
  return [
    rule,
    '# ITK-SnAP Label Description File',
    '# File format:',
    '# IDX   -R-  -G-  -B-  -A--  VIS MSH  LABEL',
    rule,
    line(0, [0, 0, 0], 0, 'Clear Label'),
    ...labels.map(({ value, colour, name }) => line(value, rgbOf(colour), 1, oneLine(name).replaceAll('"', "'"))),
    '',
  ].join('\n');
}

/** A colour table of 3D Slicer (.ctbl), in which a name has underscores for spaces. */
export function writeSlicerColours(labels: readonly Label[]): string {
  const line = (value: number, name: string, rgba: readonly number[]): string => [value, name, ...rgba].join(' ');
  return [
    '# Color table file',
    `# ${labels.length + 1} values`,
    line(0, 'Background', [0, 0, 0, 0]),
    ...labels.map(({ value, colour, name }) => line(value, oneLine(name).replaceAll(/\s/g, '_') || '_', [...rgbOf(colour), 255])),
    '',
  ].join('\n');
}

/** Names and colours by value, of either of the two forms. Lines that are neither are left out, and so is 0. */
export function readLabelText(text: string): Map<number, { name: string; colour: string }> {
  const labels = new Map<number, { name: string; colour: string }>();
  for (const line of text.split(/\r?\n/)) {
    const snap = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+[\d.]+\s+\d+\s+\d+\s+"(.*)"\s*$/.exec(line);
    const slicer = /^\s*(\d+)\s+(\S+)\s+(\d+)\s+(\d+)\s+(\d+)\s+\d+\s*$/.exec(line);
    const name = snap ? snap[5]! : slicer?.[2]!.replaceAll('_', ' ').trim();
    const numbers = (snap ? [snap[1], snap[2], snap[3], snap[4]] : slicer ? [slicer[1], slicer[3], slicer[4], slicer[5]] : []).map(Number);
    const [value = 0, ...rgb] = numbers;
    if (name === undefined || value === 0 || rgb.some((part) => part > 255)) continue;
    labels.set(value, {
      name,
      colour: `#${rgb
        .map((part) => part.toString(16).padStart(2, '0'))
        .join('')
        .toUpperCase()}`,
    });
  }
  return labels;
}

const oneLine = (name: string): string => name.replaceAll(/[\r\n\t]+/g, ' ');

const rgbOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
