/** Whether the classes of a frozen version are the segments of a model, by title and value (AI-003). */
export function segmentsFit(
  segments: readonly { title: string; value: number }[],
  classes: readonly { title: string; value: number }[],
): boolean {
  return (
    segments.length === classes.length &&
    segments.every(({ title, value }) => classes.some((each) => each.title === title && each.value === value))
  );
}
