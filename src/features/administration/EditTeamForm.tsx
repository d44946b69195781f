import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { callApi } from '#api/call-api.ts';
import type { AdminTeam } from '#contract/administration.ts';
import { CALLS } from '#contract/calls.ts';
import { NAMED_MARK_COLOURS } from '#model/mark-colours.ts';
import { ColourField } from '#ui/ColourField.tsx';
import { TEXTS } from './texts.ts';
import { useAction } from './use-action.ts';
import { showDone } from '#ui/toasts.ts';

/** Title and colour. The address cannot change, because devices store their work under it. */
export function EditTeamForm({ team, onSaved }: { team: AdminTeam; onSaved: () => void }) {
  const { busy, send } = useAction('admin-teams');
  const form = useForm({
    initialValues: { title: team.title, color: team.data.color },
    validate: { title: (title) => (title.trim() === '' ? TEXTS.required : null) },
  });
  async function save({ title, color }: typeof form.values) {
    const answer = await send(() => callApi(CALLS.changeTeam, { params: { id: String(team.id) }, body: { title: title.trim(), color } }));
    if (!answer.ok) return;
    showDone(TEXTS.saved);
    onSaved();
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void save(values))}>
      <Stack>
        <TextInput label={TEXTS.title} maxLength={200} data-autofocus {...form.getInputProps('title')} />
        <ColourField label={TEXTS.colour} title={form.values.title} colours={NAMED_MARK_COLOURS} {...form.getInputProps('color')} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {TEXTS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
