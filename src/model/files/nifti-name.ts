/** `x.nii`, and given (FILE-004) any name that contains nii.gz; a zip of that name is an archive (ODD-13). */
export function isNiftiName(path: string): boolean {
  const name = (path.split(/[/\\]/).pop() ?? '').toLowerCase();
  return name.endsWith('.nii') || (name.includes('nii.gz') && !name.endsWith('.zip'));
}

/** `x.hdr` or `x.img`, compressed or not: a NIfTI volume whose header and voxels are two files with the same name. */
export function niftiHalf(path: string): { stem: string; half: 'header' | 'image' } | null {
  const [, stem, ending] = /^(.+)\.(hdr|img)(?:\.gz)?$/i.exec(path) ?? [];
  if (stem === undefined) return null;
  return { stem, half: ending?.toLowerCase() === 'hdr' ? 'header' : 'image' };
}
