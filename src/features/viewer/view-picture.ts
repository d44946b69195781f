import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatDecimal } from '#ui/format.ts';
import { formatFigure } from '#language/numbers.ts';
import type { Corners, ViewPicture } from '#ui/viewer/types.ts';
import type { SliceFacts } from '#workers/series/types.ts';
import type { DrawnSlice } from '#workers/viewer/types.ts';

/** Names shown in the corners instead of those in the file, because the user may have edited them. */
export interface ShownNames {
  patientName?: string;
  seriesDescription?: string;
  seriesNumber?: number | null;
}

export function viewPicture(drawn: DrawnSlice, names: ShownNames): ViewPicture {
  const { facts, ...picture } = drawn;
  return { ...picture, corners: corners(facts, names) };
}

/** Lines of the corners; unknown values are left out (design.md §8). */
export function corners(facts: SliceFacts, names: ShownNames): Corners {
  const { repetitionTime, echoTime, diffusionBValue, sliceThickness, sliceLocation } = facts;
  const name = names.patientName ?? patientNameToText(facts.patientName);
  const series = [names.seriesNumber ?? facts.seriesNumber, names.seriesDescription ?? facts.seriesDescription];
  const times = [
    repetitionTime !== null && `TR ${figure(repetitionTime)}`,
    echoTime !== null && `TE ${figure(echoTime)}`,
    diffusionBValue !== null && `b ${figure(diffusionBValue)}`,
  ];
  return {
    topLeft: lines(joined([name, facts.patientSex], ' · '), joined(series, ' · ')),
    topRight: lines(
      date(facts.studyDate),
      joined(times, ' '),
      angles(facts),
      sliceThickness !== null && `${formatDecimal(sliceThickness, 1)} mm`,
    ),
    bottomRight: lines(sliceLocation !== null && `S ${formatDecimal(sliceLocation, 1)} mm`),
  };
}

type Line = string | number | null | false;

function lines(...all: Line[]): string[] {
  return all.filter((line): line is string => typeof line === 'string' && line !== '');
}

function joined(parts: Line[], by: string): string {
  return parts.filter((part) => part !== '' && part !== null && part !== false).join(by);
}

function figure(value: number): string {
  return formatFigure(Number(value.toFixed(value < 100 ? 1 : 0)));
}

/** Position of the tube in angiography (PS3.3 C.8.7.5.1.2): positive is to the patient's left, and towards the head. */
function angles({ primaryAngle, secondaryAngle }: SliceFacts): string {
  const side = primaryAngle !== null && `${primaryAngle < 0 ? 'RAO' : 'LAO'} ${Math.round(Math.abs(primaryAngle))}`;
  const tilt = secondaryAngle !== null && `${secondaryAngle < 0 ? 'CAUD' : 'CRAN'} ${Math.round(Math.abs(secondaryAngle))}`;
  return joined([side, tilt], ' ');
}

/** DICOM DA, and the dotted form of old files. */
function date(written: string): string {
  const parts = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(written.trim());
  return parts ? `${parts[3]}.${parts[2]}.${parts[1]}` : '';
}
