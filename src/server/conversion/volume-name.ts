/**
 * The name that dcm2niix gives a volume (`%s_%d`: number, description, and a suffix if a series has several). A series without a description is
 * `series-3`, not `3_`.
 */
export function volumeName(name: string, description: unknown): string {
  if (typeof description === 'string' && description.trim() !== '') return name;
  const [, number = '', rest = ''] = /^(-?\d*)_(.*)$/.exec(name) ?? [];
  if (number === '' && rest === '' && name !== '_') return name;
  return [['series', number].filter((part) => part !== '').join('-'), rest.replace(/^_/, '')].filter((part) => part !== '').join('_');
}
