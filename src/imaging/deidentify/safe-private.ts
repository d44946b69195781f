/**
 * Private elements known to be safe: table E.3.10-1 of DICOM PS3.15 in full, as data: private creator, group, VR, low bytes of the elements
 * of this VR. Elements without a VR in the table are listed as UN. From edition 2026a, which contains all rows of 2024b.
 */
const TABLE_E3_10_1 = `
ELSCINT1|00E1|DS|21 50
ELSCINT1|01E1|CS|26
ELSCINT1|01F1|CS|01
ELSCINT1|01F1|DS|07 26 27
GEIIS PACS|0903|US|10 11 12
GEMS_ACQU_01|0019|DS|23 24 27
GEMS_ACQU_01|0019|LO|9E
GEMS_HELIOS_01|0045|SS|01
GEMS_HELIOS_01|0045|FL|02
GEMS_PARM_01|0043|SH|27
GEMS_PARM_01|0043|IS|39
GEMS_PARM_01|0043|DS|6F
GEMS_SERS_01|0025|SL|07
HOLOGIC, Inc.|7E01|LO|01
HOLOGIC, Inc.|7E01|SH|02
HOLOGIC, Inc.|7E01|SQ|10 11
HOLOGIC, Inc.|7E01|OB|12
NQHeader|0099|UI|01 02
NQHeader|0099|SS|04
NQHeader|0099|LT|05
NQHeader|0099|FL|10 21
NQHeader|0099|SH|20
NQLeft|0199|FL|01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 14 15 16
NQRight|0299|FL|01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F 10 11 12 13 14 15 16
Philips Imaging DD 001|2001|FL|01 03 09 11 1A 1B 22 28 29 2C 2F 32 38 39 3B 3C 3E 41 47 54 7A F1 F2
Philips Imaging DD 001|2001|IS|02 08 0A 1D 43 44 45 49 51 59 72 7B 81 82 86 CB
Philips Imaging DD 001|2001|CS|04 06 07 0B 0C 0E 10 12 19 1C 1E 1F 21 24 26 27 2A 2B 2E 33 34 36 37 3A 3F 40 42 46 4A 4B 4C 4D 4E
Philips Imaging DD 001|2001|CS|53 56 57 61 62 63 67 71 77 8C A1 DA F3 F5
Philips Imaging DD 001|2001|SS|05 0F 15 16 2D 35 48
Philips Imaging DD 001|2001|SL|13 14 17 18 60
Philips Imaging DD 001|2001|DS|23 74 75 83 84 85 88 89 8A
Philips Imaging DD 001|2001|SH|25 64 6E 87 8B
Philips Imaging DD 001|2001|UL|30 3D 55 58 76 7C 9B A3 A4 A5 C0 C3 DF F4 F6
Philips Imaging DD 001|2001|US|31 7E 7F 9F A2 D1 D2 D3 D4 D5 D6 D7 D8 D9 DB DC DD DE
Philips Imaging DD 001|2001|FD|4F C2
Philips Imaging DD 001|2001|LO|50 6D 80 90 91 92 93 94 9D C1 F7
Philips Imaging DD 001|2001|ST|5A 5D 5E
Philips Imaging DD 001|2001|SQ|5F 65 66 68 69 6A 6B 6F 73 79 9A C5 C6 C7 CA E9 F9 FB FC FD
Philips Imaging DD 001|2001|OW|7D FF
Philips Imaging DD 001|2001|AT|D0
Philips Imaging DD 002|2001|US|01 06 0C 0F 28 29 2A
Philips Imaging DD 002|2001|FD|02 05 08 09 0A 0B 0E 14 15 16 17 19 1A 1B 1C 1D 1E 1F 20 21 22 23 24 25 26 27 2C 2D 35 36 37 38
Philips Imaging DD 002|2001|CS|03 07 0D 12 18 39 50 53 65 66 71
Philips Imaging DD 002|2001|SS|04 10 11 13 2B 2E 2F 30 31 32 33 34 3E 3F 40 75
Philips Imaging DD 002|2001|SQ|3A 3B 3C 3D 57 58 5F 64
Philips Imaging DD 002|2001|LO|52 5A 5C 67 68 6B 74
Philips Imaging DD 002|2001|UL|5D 5E
Philips Imaging DD 002|2001|ST|63
Philips Imaging DD 002|2001|FL|72 73
Philips Imaging DD 097|2001|SQ|01 05 06 08 0A 0B 0E 12 2E 3C 3E 42 49 A9
Philips Imaging DD 097|2001|FD|02 03 04 07 0D 0F 1A 1C 1D 1E 1F 22 23 24 25 26 27 2B 2C 37 38 39 3A 3B 3D A2 A3 A4 A5 AA
Philips Imaging DD 097|2001|US|17 18 A6
Philips Imaging DD 097|2001|LO|19 28 2A 36 41 44 46 4C
Philips Imaging DD 097|2001|UL|1B 21 2D 40
Philips Imaging DD 097|2001|OB|2F 47 4A
Philips Imaging DD 097|2001|SL|30 31 32 45 4B
Philips Imaging DD 097|2001|CS|A1
Philips Imaging DD 097|2001|IS|A8 AB
Philips Imaging DD 129|2001|SQ|00 01 02 04
Philips Imaging DD 129|2001|UL|03 09
Philips Imaging DD 129|2001|FD|05 06
Philips Imaging DD 129|2001|CS|07 08
Philips MR Imaging DD 001|2005|FL|0D 0E
Philips PET Private Group|7053|DS|00 09
Philips ST80i|0025|OW|01
SIEMENS MR HEADER|0019|IS|0C
SIEMENS MR HEADER|0019|CS|0D
SIEMENS MR HEADER|0019|FD|0E 27
SIEMENS SYNGO ULTRA-SOUND TOYON DATA STREAMING|7FD1|OB|01 10 11
SIEMENS SYNGO ULTRA-SOUND TOYON DATA STREAMING|7FD1|UI|09
SIEMENS Ultrasound SC2000|0119|LO|00
SIEMENS Ultrasound SC2000|0119|OB|01 04
SIEMENS Ultrasound SC2000|0119|SQ|02 03
SIEMENS Ultrasound SC2000|0119|UL|05 06 07 08
SIEMENS Ultrasound SC2000|0119|SS|09
SIEMENS Ultrasound SC2000|0119|SH|10 21
SIEMENS Ultrasound SC2000|0119|UN|11 12
SIEMENS Ultrasound SC2000|0119|IS|13
SIEMENS Ultrasound SC2000|0129|SQ|00 06 09 11 20
SIEMENS Ultrasound SC2000|0129|UI|02 07 12
SIEMENS Ultrasound SC2000|0129|UN|03 04 05
SIEMENS Ultrasound SC2000|0129|OB|08 10 21 22 29
SIEMENS Ultrasound SC2000|0129|CS|30
SIEMENS Ultrasound SC2000|0139|SL|01
SIEMENS Ultrasound SC2000|0149|FD|01 02 03
SIEMENS Ultrasound SC2000|7FD1|OB|01 10 11
SIEMENS Ultrasound SC2000|7FD1|UI|09
`;

const VRS: ReadonlyMap<string, string> = new Map(
  TABLE_E3_10_1.trim()
    .split('\n')
    .flatMap((row) => {
      const [creator = '', group = '', vr = '', elements = ''] = row.split('|');
      return elements.split(' ').map((element) => [keyOf(creator, Number.parseInt(group, 16), Number.parseInt(element, 16)), vr] as const);
    }),
);

/** The VR in the table for an element in a private creator's block (PS3.5 7.8.1); undefined if not listed. */
export function safeVrOf(creator: string, tag: number): string | undefined {
  return VRS.get(keyOf(creator, tag >>> 16, tag & 0xff));
}

/** Creators are written in lower or upper case. */
export function keyOf(creator: string, group: number, element: number): string {
  return `${creator.toUpperCase()}|${group}|${element}`;
}

/** Number of elements in the table. */
export const SAFE_ELEMENTS = VRS.size;
