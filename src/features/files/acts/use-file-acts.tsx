import { modals } from '@mantine/modals';
import { callApi } from '#api/call-api.ts';
import { prepareFileDownload } from '#api/prepare-file-download.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ConflictChoice, FileConflict, FilesAnswer } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { openDownload } from '#ui/browser/open-download.ts';
import { showFailure } from '#ui/toasts.ts';
import { areaOf, joined, nameOf, stemOf } from '#features/files/pane/paths.ts';
import type { Row } from '#features/files/pane/rows.ts';
import { cleared } from '#features/files/pane/marks.ts';
import type { Pane } from '#features/files/pane/use-pane.ts';
import { conflictTitle, deleteTitle, eraseTitle, filesFailureText, TEXTS } from '#features/files/texts.ts';
import { useFilesChanged } from '#features/files/use-files.ts';
import { AskConflict } from './AskConflict.tsx';
import { NameForm } from './NameForm.tsx';
import type { FileActId } from './file-acts.ts';

interface ActsOf {
  /** The other pane's folder. */
  to: string | null;
  onView: (row: Row) => void;
  onUpload: (isFolder: boolean) => void;
  onRename: (row: Row) => void;
  /** The keyboard goes back to the pane. */
  onEnd: () => void;
}

type Change = (conflict: ConflictChoice | undefined, uuid: string) => Promise<ApiResult<FilesAnswer>>;

/** Carries out the acts of a pane. Each failure is shown until it is closed; the lists are requested again in any case. */
export function useFileActs(pane: Pane, { to, onView, onUpload, onRename, onEnd }: ActsOf) {
  const changed = useFilesChanged();
  const { dir } = pane.place;
  const paths = pane.targets.map(({ key }) => key);
  const [first] = pane.targets;
  const { current } = pane;

  /** Null: somebody cancelled, or it failed. */
  async function change(of: readonly string[], call: (some: string[]) => Change): Promise<boolean> {
    let choice: ConflictChoice | undefined;
    // A folder can have more entries than a call may name.
    for (let at = 0; at < of.length; at += LIMITS.filesPerChange) {
      const one = call(of.slice(at, at + LIMITS.filesPerChange));
      let answer = await sent(one, choice);
      if (answer.ok && !answer.value.ok) {
        const asked = await askConflict(answer.value.conflicts);
        if (asked === null) return false;
        choice = asked;
        answer = await sent(one, choice);
      }
      if (!answer.ok) {
        showFailure(filesFailureText(answer.failure));
        return false;
      }
    }
    return true;
  }

  async function carryOut(work: Promise<boolean>): Promise<void> {
    if (await work) pane.setMarks(cleared(pane.marks));
    await changed();
  }

  const transferInto = (isCopy: boolean, of: readonly string[], folder: string) =>
    carryOut(
      change(of, (some) => (conflict, uuid) => {
        const body = { paths: some, to: folder, uuid, ...(conflict && { conflict }) };
        return isCopy ? callApi(CALLS.copyFiles, { body }) : callApi(CALLS.moveFiles, { body });
      }),
    ).finally(onEnd);

  async function rename(row: Row, name: string): Promise<void> {
    if (name !== row.name) {
      const call = (some: string[]) => (conflict: ConflictChoice | undefined, uuid: string) =>
        callApi(CALLS.moveFiles, { body: { paths: some, to: name, uuid, ...(conflict && { conflict }) } });
      if (await change([row.key], call)) follow(name);
      await changed();
    }
    onEnd();
  }

  /** The cursor goes to what has this name now. Names are kept in NFC. */
  const follow = (name: string) => pane.setMarks({ ...pane.marks, cursor: joined(dir, name.normalize('NFC')) });

  function askFolder(): void {
    askName(TEXTS.folderTitle, { label: TEXTS.folderName, act: TEXTS.folderAct, name: '' }, async (name, uuid) => {
      const answer = await callApi(CALLS.makeFolder, { body: { dir: joined(dir, name), uuid } });
      if (answer.ok) follow(name);
      return answer;
    });
  }

  function askZip(): void {
    const name = `${pane.targets.length === 1 ? stemOf(first?.name ?? '') : nameOf(dir)}.zip`;
    askName(TEXTS.zipTitle, { label: TEXTS.zipName, act: TEXTS.zipAct, name }, async (file, uuid) => {
      const answer = await callApi(CALLS.packFiles, { body: { path: dir, file, paths, uuid } });
      if (answer.ok) pane.setMarks(cleared(pane.marks));
      return answer;
    });
  }

  /** The form stays open with the reason if the name is refused. */
  function askName(
    title: string,
    form: { label: string; act: string; name: string },
    send: (name: string, uuid: string) => Promise<ApiResult<unknown>>,
  ): void {
    modals.open({
      title,
      size: 'md',
      onClose: onEnd,
      children: (
        <NameForm
          {...form}
          onName={async (name, uuid) => {
            const answer = await send(name, uuid);
            if (!answer.ok) return filesFailureText(answer.failure);
            modals.closeAll();
            await changed();
            return null;
          }}
        />
      ),
    });
  }

  function askDelete(): void {
    askFirst({
      title: deleteTitle(paths.length, first?.name ?? ''),
      why: TEXTS.deleteWhy,
      act: TEXTS.deleteAct,
      keep: TEXTS.keep,
      async onAct() {
        await carryOut(change(paths, (some) => (_, uuid) => callApi(CALLS.deleteFiles, { body: { paths: some, uuid } })));
        modals.closeAll();
      },
    });
  }

  /** `ids`: null for everything in the bin. */
  function askErase(ids: readonly string[] | null): void {
    askFirst({
      title: ids === null ? TEXTS.emptyBinTitle : eraseTitle(ids.length, first?.name ?? ''),
      why: TEXTS.eraseWhy,
      act: ids === null ? TEXTS.emptyBinAct : TEXTS.eraseAct,
      keep: TEXTS.keep,
      async onAct() {
        const body = { area: areaOf(dir) ?? '', ...(ids && { ids: [...ids] }) };
        const answer = await callApi(CALLS.emptyBin, { body });
        if (!answer.ok) showFailure(filesFailureText(answer.failure));
        modals.closeAll();
        await changed();
      },
    });
  }

  const run: Record<FileActId, () => unknown> = {
    rename: () => current && onRename(current),
    view: () => current && onView(current),
    zip: askZip,
    unzip: () => current && unzip(current.key),
    copy: () => to !== null && transferInto(true, paths, to),
    move: () => to !== null && transferInto(false, paths, to),
    folder: askFolder,
    download: () => downloadFiles(paths),
    upload: () => onUpload(false),
    'upload-folder': () => onUpload(true),
    delete: askDelete,
    restore: () =>
      carryOut(change(paths, (ids) => (conflict) => callApi(CALLS.restoreFiles, { body: { ids, ...(conflict && { conflict }) } }))),
    erase: () => askErase(paths),
  };

  async function unzip(file: string): Promise<void> {
    if (to === null) return;
    const answer = await callApi(CALLS.unpackFile, { body: { path: to, file, uuid: crypto.randomUUID() } });
    if (!answer.ok) showFailure(filesFailureText(answer.failure));
    await changed();
  }

  return { run: (act: FileActId) => void run[act](), transferInto, rename, emptyBin: () => askErase(null) };
}

/** Sent twice if the first answer was lost: the uuid makes it one change. */
async function sent(change: Change, conflict: ConflictChoice | undefined): Promise<ApiResult<FilesAnswer>> {
  const uuid = crypto.randomUUID();
  const answer = await change(conflict, uuid);
  return !answer.ok && answer.failure.kind === 'network' ? change(conflict, uuid) : answer;
}

/** Null: nothing shall be changed. */
export function askConflict(conflicts: readonly FileConflict[]): Promise<ConflictChoice | null> {
  return new Promise((resolve) => {
    const answer = (choice: ConflictChoice | null): void => {
      resolve(choice);
      modals.close('file-conflict');
    };
    modals.open({
      modalId: 'file-conflict',
      title: conflictTitle(conflicts),
      size: 'md',
      onClose: () => resolve(null),
      children: <AskConflict conflicts={conflicts} onAnswer={answer} />,
    });
  });
}

export async function downloadFiles(paths: readonly string[]): Promise<void> {
  const prepared = await prepareFileDownload(paths);
  if (prepared.ok) openDownload(prepared.value);
  else showFailure(filesFailureText(prepared.failure));
}
