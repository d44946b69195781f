import { useLocalStorage } from '@mantine/hooks';

/** The user's settings of the mini uploader, on this device. */
interface MiniSettings {
  /** Null until chosen: then it is small on small screens. */
  minimised: boolean | null;
  /** The finished upload that was closed; another one is shown. */
  closed: string | null;
}

const AS_AT_FIRST: MiniSettings = { minimised: null, closed: null };

export function useMiniSettings() {
  const [settings, setSettings] = useLocalStorage<MiniSettings>({
    key: 'lightship.mini-uploader',
    defaultValue: AS_AT_FIRST,
    getInitialValueInEffect: false,
    deserialize: parseMiniSettings,
  });
  return {
    ...settings,
    minimise: (minimised: boolean) => setSettings((before) => ({ ...before, minimised })),
    close: (closed: string) => setSettings((before) => ({ ...before, closed })),
  };
}

/** Unknown or invalid values are ignored. */
export function parseMiniSettings(text: string | undefined): MiniSettings {
  try {
    const { minimised, closed } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return { minimised: typeof minimised === 'boolean' ? minimised : null, closed: typeof closed === 'string' ? closed : null };
  } catch {
    return AS_AT_FIRST;
  }
}
