/** In the address of a window that was opened beside another one. */
export const SECOND = 'second';

/** The address of this page for a second window: the same study and task. A comment is shown once, where it was asked for. */
export function secondAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const params = new URLSearchParams(search);
  params.delete('comment');
  params.set(SECOND, 'true');
  return `${pathname}?${params.toString()}`;
}

interface ScreenOfDevice {
  availLeft: number;
  availTop: number;
  availWidth: number;
  availHeight: number;
}

/** Window Management (W3C draft), in Chromium only. */
interface Screens {
  screens: readonly ScreenOfDevice[];
  currentScreen: ScreenOfDevice;
}

/** What it needs of the browser. */
export interface WindowPorts {
  /** Undefined: the browser does not have it, or the device has one screen. It asks for permission the first time. */
  getScreenDetails: (() => Promise<Screens>) | undefined;
  /** The press of the button still counts: a question that was open for long has used it up. */
  isPressed: () => boolean;
  open: (address: string, features: string) => void;
}

/** `blocked`: the browser would not open it now, but would at the next press. */
export type Opened = 'other-screen' | 'this-screen' | 'blocked';

/** Opens a window on the other screen, where there is one and the browser may know of it; else an ordinary one. */
export async function openSecondWindow(address: string, ports: WindowPorts): Promise<Opened> {
  const screens = await ports.getScreenDetails?.().catch(() => null);
  if (!ports.isPressed()) return 'blocked';
  const other = screens?.screens.find((screen) => screen !== screens.currentScreen);
  if (other === undefined) {
    // A process of its own: two windows must not wait for each other's painting.
    ports.open(address, 'noopener');
    return 'this-screen';
  }
  const { availLeft, availTop, availWidth, availHeight } = other;
  ports.open(address, `noopener,popup,left=${availLeft},top=${availTop},width=${availWidth},height=${availHeight}`);
  return 'other-screen';
}

export function windowPorts(): WindowPorts {
  const { getScreenDetails } = window as { getScreenDetails?: () => Promise<Screens> };
  const { isExtended } = screen as { isExtended?: boolean };
  return {
    getScreenDetails: isExtended === true ? getScreenDetails?.bind(window) : undefined,
    isPressed: () => !('userActivation' in navigator) || navigator.userActivation.isActive,
    open: (address, features) => void window.open(address, '_blank', features),
  };
}
