/** Lets the browser download a file, with its own progress and under the server's file name. */
export function openDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
