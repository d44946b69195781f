import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import classes from './UploadActions.module.css';
import { TEXTS } from './texts.ts';

/** Clearing cannot be undone, so it asks; the safe answer has the focus. */
export function ClearButton({ why, onClear }: { why: string; onClear: () => Promise<void> }) {
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconTrash className={classes.icon} size={16} stroke={1.5} aria-hidden />}
        onClick={open}
      >
        <span className={classes.word}>{TEXTS.clear}</span>
      </Button>
      <Modal opened={asking} onClose={close} title={TEXTS.clearTitle} size="md">
        <Text>{why}</Text>
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {TEXTS.keep}
          </Button>
          <Button variant="outline" color="coral" onClick={() => void onClear().then(close)}>
            {TEXTS.clearTitle}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
