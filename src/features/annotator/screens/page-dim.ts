import { useLocalStorage } from '@mantine/hooks';

/**
 * How dark everything but the images becomes, by steps. Contrast is raised first, so that text of the first step keeps the 4.5:1 of WCAG AA; at the
 * others it does not, until the pointer or the focus is there.
 */
export const DIMS: readonly { contrast: number; brightness: number }[] = [
  { contrast: 1, brightness: 1 },
  { contrast: 1.4, brightness: 0.8 },
  { contrast: 1.4, brightness: 0.55 },
  { contrast: 1.4, brightness: 0.35 },
];

export const nextDim = (step: number): number => (step + 1) % DIMS.length;

/** For `filter`; null: nothing is changed. */
export function dimFilter(step: number): string | null {
  const { contrast, brightness } = DIMS[step]!;
  return step === 0 ? null : `contrast(${contrast}) brightness(${brightness})`;
}

/** Kept on this device, for all who read at it. */
export function usePageDim(): [step: number, set: (step: number) => void] {
  const [step, set] = useLocalStorage<number>({
    key: 'lightship.annotator-dim',
    defaultValue: 0,
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (text) => parseDim(text),
  });
  return [step, set];
}

export function parseDim(text: string | undefined): number {
  const step = Number(text);
  return DIMS[step] === undefined ? 0 : step;
}
