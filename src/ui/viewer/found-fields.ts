export interface ShownField {
  group: string;
  code: string;
  name: string;
  value: string;
}

/** Fields that contain all words of a search, by group, in their order. */
export function foundFields(fields: readonly ShownField[], search: string): { group: string; fields: ShownField[] }[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = fields.filter((field) => {
    const text = `${field.group} ${field.code} ${field.name} ${field.value}`.toLowerCase();
    // A code is typed with or without its signs.
    const bare = field.code.replace(/\W/g, '').toLowerCase();
    return words.every((word) => text.includes(word) || bare.includes(word));
  });
  const groups = [...new Set(found.map(({ group }) => group))];
  return groups.map((group) => ({ group, fields: found.filter((field) => field.group === group) }));
}
