/** What a system notice carries for the service worker, which is told when it is pressed. One of before this version carries null for an upload. */
export type CarriedByNotice = NewsNotice | UploadNotice;

/** Of the person's notifications; `url`: the page it is about, null where there is none. */
interface NewsNotice {
  id: number;
  userId: number;
  url: string | null;
}

/** Of an upload that ended. */
interface UploadNotice {
  url: UploadPath;
}

type UploadPath = '/upload' | '/upload-v2';

/** The page of an upload: the legacy flow has a separate one. */
export function uploadPathOf({ isLegacy }: { isLegacy: boolean }): UploadPath {
  return isLegacy ? '/upload' : '/upload-v2';
}

/** Where a press leads. `anyWindow`: what it is about stands in the corner of every page, or nowhere: a page that is open will do. */
export function placeOfNotice(carried: CarriedByNotice | null): { url: string; anyWindow: boolean } {
  if (carried === null || !('id' in carried)) return { url: carried?.url ?? uploadPathOf({ isLegacy: false }), anyWindow: true };
  return { url: carried.url ?? '/dashboard', anyWindow: carried.url === null };
}

/** What two addresses of one page have in common: the pages of uploads show the same whatever stands behind their path. */
export function pageAddressOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname === '/upload' || pathname === '/upload-v2' ? pathname : pathname + search;
}
