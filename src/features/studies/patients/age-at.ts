/** Completed years between two DICOM dates (PS3.5 6.2, DA); null if one of them is unknown or invalid, or the second is earlier. */
export function ageAt(birthDate: string, date: string): number | null {
  if (!DATE.test(birthDate) || !DATE.test(date)) return null;
  const years = Math.floor((Number(date) - Number(birthDate)) / 10_000);
  return years < 0 ? null : years;
}

const DATE = /^\d{8}$/;
