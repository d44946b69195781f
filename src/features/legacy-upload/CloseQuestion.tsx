import { Button, Group, Modal, Text } from '@mantine/core';
import { TEXTS } from './texts.ts';

interface CloseQuestionProps {
  opened: boolean;
  onKeep: () => void;
  onClose: () => void;
}

/** given (LEG-033). */
export function CloseQuestion({ opened, onKeep, onClose }: CloseQuestionProps) {
  return (
    <Modal opened={opened} onClose={onKeep} title={TEXTS.closeTitle} size="md">
      <Text>{TEXTS.closeWhy}</Text>
      <Group mt="lg" justify="flex-end">
        <Button variant="outline" color="coral" onClick={onClose}>
          {TEXTS.closeAct}
        </Button>
        <Button variant="default" onClick={onKeep} data-autofocus>
          {TEXTS.keep}
        </Button>
      </Group>
    </Modal>
  );
}
