import { Button, Group, Stack } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { modelCard } from './model-card.ts';
import classes from './ModelCard.module.css';
import { TEXTS, versionText } from './texts.ts';
import { useTrainingOf } from './use-models.ts';

/** Everything that is known of a version, to read, print or download. */
export function ModelCard({ model, version }: { model: AiModelDetail; version: AiModelVersion }) {
  const training = useTrainingOf(version.training).data ?? null;
  const text = modelCard(model, version, training);
  return (
    <Stack data-model-card>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its arrow keys scroll it */}
      <pre className={classes.text} tabIndex={0} aria-label={TEXTS.card}>
        {text}
      </pre>
      <Group justify="flex-end" className={classes.acts ?? ''}>
        <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />} onClick={() => window.print()}>
          {TEXTS.print}
        </Button>
        <Button
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
          onClick={() =>
            saveFile({
              name: `${model.code}-${versionText(version.number)}.md`,
              file: new Blob([text], { type: 'text/markdown;charset=utf-8' }),
            })
          }
        >
          {TEXTS.download}
        </Button>
      </Group>
    </Stack>
  );
}
