/** What follows is a task of its own: between two, the page answers to whoever uses it. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
