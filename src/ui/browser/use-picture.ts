import { useEffect, useState } from 'react';

/**
 * The address of a picture that `load` reads; undefined until it has arrived, or if there is none. The picture that was shown stays while another one is loaded.
 * `key`: changes when there is another picture.
 */
export function usePicture(key: string, load: (signal: AbortSignal) => Promise<Blob | null>): string | undefined {
  const [picture, setPicture] = useState<Blob | null>(null);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const left = new AbortController();
    load(left.signal).then(
      (loaded) => {
        if (!left.signal.aborted && loaded !== null) setPicture(loaded);
      },
      // A page without one of its pictures is still a page.
      () => undefined,
    );
    return () => left.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for what `load` reads
  }, [key]);
  useEffect(() => {
    if (picture === null) return undefined;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address;
}
