import { Button, Checkbox, Group, Menu, Stack, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconBookmark, IconCheck, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { CALLS } from '#contract/calls.ts';
import type { SavedView } from '#contract/folders.ts';
import type { StudyFilters } from '#contract/study-filters.ts';
import { showDone, showFailure } from '#ui/toasts.ts';
import { isSameView } from '#features/studies/studies-address.ts';
import { TEXTS, viewText } from '#features/studies/texts.ts';
import classes from './ViewsMenu.module.css';
import { useAskListsAgain, useSavedViews } from './use-folders.ts';

const VIEWS = TEXTS.views;

interface ViewsMenuProps {
  /** ID of the opened view. */
  opened: number | null;
  filters: StudyFilters;
  serverReachable: boolean;
  maySaveForTeam: boolean;
  onOpen: (view: Pick<SavedView, 'query'> & { id: number | null }) => void;
}

/** Saved filters and orders of the list: open, save, delete. A view that was changed says so. */
export function ViewsMenu({ opened, filters, serverReachable, maySaveForTeam, onOpen }: ViewsMenuProps) {
  const views = useSavedViews();
  const askAgain = useAskListsAgain();
  const view = views.find(({ id }) => id === opened);
  const isChanged = view !== undefined && !isSameView(view.query, filters);

  async function save(of: SavedView) {
    const answer = await callApi(CALLS.saveView, { body: { name: of.name, query: filters, of_team: of.of_team } });
    if (!answer.ok) return showFailure(changeFailureText(answer.failure));
    showDone(VIEWS.saved);
    await askAgain();
    onOpen({ id: answer.value.id, query: filters });
  }
  async function remove(of: SavedView) {
    const answer = await callApi(CALLS.deleteView, { params: { id: String(of.id) } });
    if (!answer.ok) return showFailure(changeFailureText(answer.failure));
    showDone(VIEWS.deleted);
    if (of.id === opened) onOpen({ id: null, query: filters });
    await askAgain();
  }
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            className={classes.target ?? ''}
            leftSection={<IconBookmark size={16} stroke={1.5} aria-hidden />}
            rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
            aria-label={viewText(view?.name ?? VIEWS.none)}
          >
            <bdi className={classes.name}>{view?.name ?? VIEWS.none}</bdi>
            {view?.of_team && <span className={classes.team}>{VIEWS.ofTeam}</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.views ?? ''}>
          <Menu.Item onClick={() => onOpen({ id: null, query: {} })}>{VIEWS.none}</Menu.Item>
          {views.map((each) => (
            <Menu.Item
              key={each.id}
              onClick={() => onOpen(each)}
              rightSection={each.id === opened ? <IconCheck size={16} stroke={1.75} aria-label={VIEWS.isOpen} /> : null}
            >
              <bdi>{each.name}</bdi> {each.of_team && <span className={classes.team}>{VIEWS.ofTeam}</span>}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
          {isChanged && view.changeable && (
            <Menu.Item disabled={!serverReachable} onClick={() => void save(view)}>
              {VIEWS.saveChanges}
            </Menu.Item>
          )}
          <Menu.Item
            disabled={!serverReachable}
            onClick={() =>
              modals.open({
                title: VIEWS.saveAs,
                children: (
                  <SaveForm
                    filters={filters}
                    maySaveForTeam={maySaveForTeam}
                    onSaved={(saved) => {
                      void askAgain().then(() => onOpen(saved));
                    }}
                  />
                ),
              })
            }
          >
            {VIEWS.saveAs}…
          </Menu.Item>
          {view?.changeable && (
            <Menu.Item
              color="coral"
              disabled={!serverReachable}
              leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
              onClick={() => void remove(view)}
            >
              {VIEWS.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isChanged && <span className={classes.changed}>{VIEWS.changed}</span>}
    </>
  );
}

interface SaveFormProps {
  filters: StudyFilters;
  maySaveForTeam: boolean;
  onSaved: (view: SavedView) => void;
}

function SaveForm({ filters, maySaveForTeam, onSaved }: SaveFormProps) {
  const [name, setName] = useState('');
  const [isOfTeam, setOfTeam] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function save() {
    if (name.trim() === '') return setFailure(VIEWS.nameNeeded);
    setBusy(true);
    const answer = await callApi(CALLS.saveView, { body: { name, query: filters, of_team: isOfTeam } });
    setBusy(false);
    if (!answer.ok) return setFailure(changeFailureText(answer.failure));
    modals.closeAll();
    onSaved(answer.value);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        <TextInput
          label={VIEWS.name}
          description={VIEWS.nameNote}
          value={name}
          maxLength={60}
          error={failure}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {maySaveForTeam && (
          <Checkbox
            label={VIEWS.forTeam}
            description={VIEWS.forTeamNote}
            checked={isOfTeam}
            onChange={(event) => setOfTeam(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {VIEWS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
