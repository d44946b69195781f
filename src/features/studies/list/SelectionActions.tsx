import { IconFolder, IconLayoutKanban, IconTag } from '@tabler/icons-react';
import { callApi } from '#api/call-api.ts';
import { changeFailureText } from '#api/failure-texts.ts';
import { CALLS } from '#contract/calls.ts';
import { administersTeam } from '#contract/permissions.ts';
import type { Session } from '#model/session.ts';
import { ChoiceList, type Choice } from '#ui/lists/ChoiceList.tsx';
import { LIST_TEXTS } from '#ui/lists/list-texts.ts';
import { SelectionAction } from '#ui/lists/SelectionAction.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showFailure } from '#ui/toasts.ts';
import { changedText, createFolderText, TEXTS } from '#features/studies/texts.ts';
import type { Study } from '#features/studies/listed-study.ts';
import { useOfflineActions } from '#features/studies/offline-actions-context.ts';
import { useStudyMarks } from '#features/studies/study-marks-context.ts';
import type { StudyFilterChoices } from './study-filter-fields.ts';
import { ExportSelection } from './ExportSelection.tsx';
import { PutSelection } from './PutSelection.tsx';
import { useAskListsAgain, useFolders } from './use-folders.ts';

type Change = Parameters<typeof callApi<typeof CALLS.changeStudies>>[1]['body'];

interface SelectionActionsProps {
  selected: readonly Study[];
  choices: StudyFilterChoices;
  serverReachable: boolean;
}

const SELECTION = TEXTS.selection;
const NO_FOLDER = 'none';

/** What can be done with the selected studies. Labels, project and folder are each changed in one call (PCALL-80). */
export function SelectionActions({ selected, choices, serverReachable }: SelectionActionsProps) {
  const { permissions } = useSession<Session>();
  const folders = useFolders();
  const askAgain = useAskListsAgain();
  const { ofSelection } = useStudyMarks();
  const { keepAll } = useOfflineActions();
  const studies = selected.map(({ uuid }) => uuid);

  async function change(what: Omit<Change, 'studies'>) {
    const answer = await callApi(CALLS.changeStudies, { body: { studies, ...what } });
    if (!answer.ok) return showFailure(changeFailureText(answer.failure));
    showDone(changedText(answer.value.changed, answer.value.missing.length));
    await askAgain();
  }
  async function createAndMove(name: string) {
    const answer = await callApi(CALLS.createFolder, { body: { name } });
    if (!answer.ok) return showFailure(changeFailureText(answer.failure));
    await change({ folder: answer.value.id });
  }
  const places: Choice[] = [
    { value: NO_FOLDER, label: TEXTS.folder.none },
    ...folders.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const both = (list: readonly Choice[]): Choice[] => [
    ...list.map(({ value, label, mark }) => ({ value: `add ${value}`, label, mark })),
    ...list.map((choice) => ({ ...choice, value: `remove ${choice.value}`, note: SELECTION.remove })),
  ];
  return (
    <>
      <SelectionAction why={TEXTS.needsServer} icon={IconTag} label={SELECTION.label} serverReachable={serverReachable}>
        {(close) => (
          <ChoiceList
            label={SELECTION.label}
            choices={both(choices.filter_id ?? [])}
            chosen={null}
            onChoose={(value) => {
              close();
              const [how, id] = value.split(' ');
              void change(how === 'add' ? { add_label: Number(id) } : { remove_label: Number(id) });
            }}
            texts={{ find: SELECTION.findLabel, none: LIST_TEXTS.nothingToChoose, notFound: LIST_TEXTS.notFound }}
          />
        )}
      </SelectionAction>
      {choices.project !== null && (
        <SelectionAction why={TEXTS.needsServer} icon={IconLayoutKanban} label={SELECTION.project} serverReachable={serverReachable}>
          {(close) => (
            <ChoiceList
              label={SELECTION.project}
              choices={both(choices.project ?? [])}
              chosen={null}
              onChoose={(value) => {
                close();
                const [how, id] = value.split(' ');
                void change(how === 'add' ? { add_project: Number(id) } : { remove_project: Number(id) });
              }}
              texts={{ find: SELECTION.findProject, none: LIST_TEXTS.nothingToChoose, notFound: LIST_TEXTS.notFound }}
            />
          )}
        </SelectionAction>
      )}
      <SelectionAction why={TEXTS.needsServer} icon={IconFolder} label={SELECTION.folder} serverReachable={serverReachable}>
        {(close) => (
          <ChoiceList
            label={SELECTION.folder}
            choices={places}
            chosen={null}
            onChoose={(value) => {
              close();
              void change({ folder: value === NO_FOLDER ? null : Number(value) });
            }}
            create={{
              text: createFolderText,
              onCreate: (name) => {
                close();
                void createAndMove(name);
              },
            }}
            texts={{ find: SELECTION.findFolder, none: LIST_TEXTS.nothingToChoose, notFound: LIST_TEXTS.notFound }}
          />
        )}
      </SelectionAction>
      {ofSelection(studies)}
      {keepAll(selected)}
      <ExportSelection studies={selected} serverReachable={serverReachable} />
      {administersTeam(permissions) && <PutSelection studies={selected} serverReachable={serverReachable} />}
    </>
  );
}
