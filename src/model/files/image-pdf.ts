import { joinBytes } from '#model/join-bytes.ts';

/** A4, in points. */
const [WIDTH, HEIGHT] = [595.28, 841.89];

/** A PDF of one upright A4 page that is filled by one picture (ISO 32000-1). `jpeg`: in colour, 8 bits. `width`, `height`: its pixels. */
export function imagePdf(
  jpeg: Uint8Array,
  { width, height, title }: { width: number; height: number; title: string },
): Uint8Array<ArrayBuffer> {
  const content = `q ${WIDTH} 0 0 ${HEIGHT} 0 0 cm /Page Do Q`;
  const objects: Uint8Array[][] = [
    [text('<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>')],
    [text('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')],
    [
      text(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /XObject << /Page 4 0 R >> >> /Contents 5 0 R >>`,
      ),
    ],
    [
      text(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 ` +
          `/Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      ),
      jpeg,
      text('\nendstream'),
    ],
    [text(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)],
    [text(`<< /Title ${unicode(title)} >>`)],
  ];
  const parts: Uint8Array[] = [text('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')];
  let at = parts[0]!.length;
  const offsets = objects.map((object, index) => {
    const begin = at;
    const written = [text(`${index + 1} 0 obj\n`), ...object, text('\nendobj\n')];
    at += written.reduce((sum, part) => sum + part.length, 0);
    parts.push(...written);
    return begin;
  });
  const count = objects.length + 1;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    text(`xref\n0 ${count}\n0000000000 65535 f \n${entries}`),
    text(`trailer\n<< /Size ${count} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${at}\n%%EOF\n`),
  );
  return joinBytes(parts);
}

/** One byte for each character, which are all below 256. */
const text = (written: string): Uint8Array => Uint8Array.from(written, (character) => character.charCodeAt(0));

/** A text string in UTF-16, as hexadecimal digits (7.9.2.2). */
function unicode(written: string): string {
  const units = Array.from({ length: written.length }, (_, at) => written.charCodeAt(at).toString(16).padStart(4, '0'));
  return `<feff${units.join('')}>`;
}
