import { Button, Kbd } from '@mantine/core';
import { keyNames } from '#ui/key-names.ts';
import { TEXTS } from '#features/upload/texts.ts';

interface ProcessButtonProps {
  selectedSeries: number;
  onProcess: () => void;
  processing: boolean;
  /** Files are still being read: what will be sent is not known yet. */
  reading: boolean;
  withKeys?: boolean;
  wide?: boolean;
}

/** The one filled button of the preview. given (UPL2-037): disabled with 0 selected series. */
export function ProcessButton({ selectedSeries, onProcess, processing, reading, withKeys = false, wide = false }: ProcessButtonProps) {
  return (
    <Button
      variant="filled"
      size={wide ? 'lg' : 'sm'}
      fullWidth={wide}
      fz="md"
      fw={600}
      disabled={selectedSeries === 0 || reading}
      title={reading ? TEXTS.stillReading : undefined}
      loading={processing}
      onClick={onProcess}
      aria-keyshortcuts="Control+Enter"
      rightSection={
        withKeys ? (
          <Kbd aria-hidden style={KEYS_ON_LAMP}>
            {keyNames('Ctrl ↵')}
          </Kbd>
        ) : null
      }
    >
      {TEXTS.process}
    </Button>
  );
}

/** Ink on the lamp's yellow, in both themes. */
const KEYS_ON_LAMP = {
  color: 'inherit',
  background: 'transparent',
  borderColor: 'currentColor',
  opacity: 0.75,
  marginInlineStart: '0.5rem',
} as const;
