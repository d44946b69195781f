/** Passes a text or a file to the browser's downloads. */
export function saveFile(saved: { name: string } & ({ text: string } | { file: Blob })): void {
  const file = 'file' in saved ? saved.file : new Blob([saved.text], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = saved.name;
  link.click();
  // The download holds the bytes itself once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address));
}
