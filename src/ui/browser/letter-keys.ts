import { useLocalStorage } from '@mantine/hooks';

/** Single-letter keys act immediately, so users of speech input or with unsteady hands can turn them off (WCAG 2.1.4; design.md §16). */
const KEY = 'lightship.letter-keys';
const OFF = 'off';

/** For key listeners, which ask at each press. */
export function areLetterKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF;
  } catch {
    return true;
  }
}

/** For the switch. Stored on this device. */
export function useLetterKeys(): [isOn: boolean, turn: (isOn: boolean) => void] {
  const [isOn, turn] = useLocalStorage<boolean>({
    key: KEY,
    defaultValue: true,
    getInitialValueInEffect: false,
    serialize: (on) => (on ? 'on' : OFF),
    deserialize: (text) => text !== OFF,
  });
  return [isOn, turn];
}
