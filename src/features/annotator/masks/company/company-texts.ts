/** `slice`: number in the grid; null if that page shows none of its slices. */
export function companyText(name: string, slice: number | null): string {
  return slice === null ? `${name} has it open` : `Go to where ${name} is`;
}
