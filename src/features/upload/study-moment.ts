/**
 * Date and time of a study as the header writes them (DICOM DA and TM, PS3.5 6.2), in the product's form. A clock time of the scanner's
 * place, never shifted to the reader's zone. Old files write `2011.07.07`; what is no date is left out, not guessed.
 */
export function studyMoment(studyDate: string, studyTime: string): string {
  const date = /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(studyDate.trim());
  if (!date) return '';
  const time = /^(\d{2}):?(\d{2})?:?(\d{2})?(?:\.\d{1,6})?$/.exec(studyTime.trim());
  const clock = time ? ` ${time[1]}:${time[2] ?? '00'}:${time[3] ?? '00'}` : '';
  return `${date[3]}.${date[2]}.${date[1]}${clock}`;
}
