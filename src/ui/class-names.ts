/** Joins the classes of several sheets; those that a sheet does not have fall away. */
export function classNames(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
