/** `x.nii`, and given (FILE-004) any name that contains nii.gz; a zip of that name is an archive (ODD-13). */
export function isNiftiName(path: string): boolean {
  const name = (path.split(/[/\\]/).pop() ?? '').toLowerCase();
  return name.endsWith('.nii') || (name.includes('nii.gz') && !name.endsWith('.zip'));
}
