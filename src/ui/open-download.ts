/** Lets the browser fetch a file by itself, with its own progress and under the name that the server gives. */
export function openDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
