/**
 * Date and time of a study from the header (DICOM DA and TM, PS3.5 6.2), in the product's format. The scanner's local time, never converted
 * to the reader's time zone. Old files have `2011.07.07`; an invalid date is left out, not guessed.
 */
export function studyDateTime(studyDate: string, studyTime: string): string {
  const date = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(studyDate.trim());
  if (!date) return '';
  const time = /^(\d{2}):?(\d{2})?:?(\d{2})?(?:\.\d{1,6})?$/.exec(studyTime.trim());
  const clock = time ? ` ${time[1]}:${time[2] ?? '00'}:${time[3] ?? '00'}` : '';
  return `${date[3]}.${date[2]}.${date[1]}${clock}`;
}
