/** Says when it was saved and nothing else: a file name is seen by others. `now` in local time. */
export function workFileName(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `lightship-unsent-work-${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}.lswork`;
}
