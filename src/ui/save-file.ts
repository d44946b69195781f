/** Hands a text to the browser's downloads. */
export function saveFile({ name, text }: { name: string; text: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has its own hold on the bytes by the time a click has been worked through.
  setTimeout(() => URL.revokeObjectURL(address));
}
