/** Joins the classes of several style sheets; missing ones are left out. */
export function classNames(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
