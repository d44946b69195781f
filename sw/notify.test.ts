import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearCredentials, writeCredentials } from '#api/credentials.ts';
import { writeNoticeWords } from '#api/notice-words.ts';
import { savedWrites } from '#localdb/outbox/outbox.ts';
import { LocalDb, type UploadRow } from '#localdb/schema.ts';
import { createUploadRow } from '#localdb/upload/uploads.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { WorkerScope, type FakeWindow } from '#tests/support/worker-scope.ts';
import { openNotice, tellOfFinished, uploadsOnTheirWay } from './notify.ts';

const ORIGIN = 'http://north.app.localhost';
let userId: number;
let db: LocalDb;

beforeEach(() => {
  userId = nextUser();
  db = new LocalDb(userId);
});

afterEach(clearCredentials);

const windowAt = (path: string, more: Partial<FakeWindow> = {}): FakeWindow => ({
  url: ORIGIN + path,
  visibilityState: 'hidden',
  isControlled: true,
  ...more,
});

async function saveUpload(id: string, more: Partial<UploadRow>): Promise<void> {
  await db.uploads.add({ ...createUploadRow(), shown: 0, id, ...more });
}

describe('uploads in progress', () => {
  it('are those that were started and are not yet on the server', async () => {
    for (const phase of ['none', 'queued', 'prepared', 'registered', 'sent', 'ended', 'dropping'] as const)
      await saveUpload(phase, { phase });
    expect((await uploadsOnTheirWay(db)).toSorted()).toEqual(['prepared', 'queued', 'registered']);
  });
});

describe('notices for ended uploads', () => {
  beforeEach(async () => {
    await saveUpload('sent', { phase: 'sent' });
    await saveUpload('ended', { phase: 'ended' });
    await saveUpload('sending', { phase: 'registered' });
  });
  const ALL = ['sent', 'ended', 'sending', 'cleared'];

  it('are shown for each, under the same name as the notice of the page, and not for uploads in progress [PWA-44]', async () => {
    const scope = WorkerScope.install('granted');
    await tellOfFinished(db, ALL);
    const notice = { body: 'Every file is on the server and verified.', data: { url: '/upload-v2' }, icon: '/icons/icon-192.png' };
    expect(scope.shown).toEqual([
      { title: 'Upload finished!', options: { ...notice, tag: 'lightship.finished.sent' } },
      { title: 'Upload finished!', options: { ...notice, tag: 'lightship.finished.ended' } },
    ]);
  });

  it('are in the language of the page that was open last [OQ-32]', async () => {
    const scope = WorkerScope.install('granted');
    await writeNoticeWords({ title: 'Upload abgeschlossen!', body: 'Jede Datei ist auf dem Server und geprüft.' });
    await tellOfFinished(db, ['sent']);
    expect(scope.shown.map(({ title, options }) => [title, options.body])).toEqual([
      ['Upload abgeschlossen!', 'Jede Datei ist auf dem Server und geprüft.'],
    ]);
    await writeNoticeWords({ title: 'Upload finished!', body: 'Every file is on the server and verified.' });
  });

  it('open the legacy upload page for a legacy upload', async () => {
    const scope = WorkerScope.install('granted');
    await saveUpload('legacy', { phase: 'sent', legacy: { state: 'sending' } as unknown as NonNullable<UploadRow['legacy']> });
    await tellOfFinished(db, ['legacy']);
    expect(scope.shown.map(({ options }) => options.data as unknown)).toEqual([{ url: '/upload' }]);
  });

  it('are not shown for uploads that were not in progress before', async () => {
    const scope = WorkerScope.install('granted');
    await tellOfFinished(db, ['sending']);
    expect(scope.shown).toEqual([]);
  });

  it('are not shown when a page is visible, even one served by another worker version', async () => {
    for (const isControlled of [true, false]) {
      const scope = WorkerScope.install('granted');
      scope.windows = [windowAt('/home'), windowAt('/upload-v2', { visibilityState: 'visible', isControlled })];
      await tellOfFinished(db, ALL);
      expect(scope.shown).toEqual([]);
    }
  });

  it('are shown when pages are open but hidden', async () => {
    const scope = WorkerScope.install('granted');
    scope.windows = [windowAt('/upload-v2')];
    await tellOfFinished(db, ALL);
    expect(scope.shown).toHaveLength(2);
  });

  it('are not shown without permission, or in a browser without notifications', async () => {
    for (const permission of ['denied', 'default', 'none'] as const) {
      const scope = WorkerScope.install(permission);
      await tellOfFinished(db, ALL);
      expect(scope.shown).toEqual([]);
    }
  });
});

describe('a click on a notice', () => {
  function noticeWith(data: unknown) {
    const close = vi.fn<() => void>();
    return { notice: { data, close } as unknown as Notification, close };
  }
  const signIn = (who: number) =>
    writeCredentials({
      token: 't',
      userId: who,
      team: 'north',
      apiBase: `${ORIGIN}/api`,
      servicesBase: `${ORIGIN}/services`,
      uploadBase: ORIGIN,
    });

  it('closes it and shows the tab that has the page open', async () => {
    const scope = WorkerScope.install('granted');
    scope.windows = [windowAt('/home'), windowAt('/upload-v2?from=mail')];
    const { notice, close } = noticeWith({ url: '/upload-v2' });
    await openNotice(notice);
    expect(close).toHaveBeenCalledOnce();
    expect([scope.focused, scope.opened]).toEqual([[`${ORIGIN}/upload-v2?from=mail`], []]);
  });

  it('of an upload shows any tab, which has the mini uploader, or opens one', async () => {
    const scope = WorkerScope.install('granted');
    scope.windows = [windowAt('/home'), windowAt('/studies-v2')];
    await openNotice(noticeWith({ url: '/upload-v2' }).notice);
    expect([scope.focused, scope.opened]).toEqual([[`${ORIGIN}/home`], []]);
    scope.windows = [];
    await openNotice(noticeWith({ url: '/upload-v2' }).notice);
    expect(scope.opened).toEqual(['/upload-v2']);
  });

  it('of a notification opens what it is about, whatever else is open', async () => {
    const scope = WorkerScope.install('granted');
    scope.windows = [windowAt('/home')];
    await openNotice(noticeWith({ id: 7, userId, url: '/studies-v2?study=1' }).notice);
    expect([scope.focused, scope.opened]).toEqual([[], ['/studies-v2?study=1']]);
  });

  it('of a notification marks it as seen, if its user is the one signed in [NOTIF-28]', async () => {
    WorkerScope.install('granted');
    const { notice } = noticeWith({ id: 7, userId, url: null });
    await openNotice(notice);
    await signIn(nextUser());
    await openNotice(notice);
    expect(await savedWrites(db)).toEqual([]);
    await signIn(userId);
    await openNotice(notice);
    expect((await savedWrites(db)).map(({ write }) => write)).toEqual([{ kind: 'notification', id: 7, is_seen: 1, isPush: true }]);
  });

  it('stores nothing for an upload, or for a notice from an earlier version', async () => {
    const scope = WorkerScope.install('granted');
    const writes = vi.spyOn(LocalDb.prototype, 'transaction');
    for (const isSignedIn of [false, true]) {
      if (isSignedIn) await signIn(userId);
      await openNotice(noticeWith({ url: '/upload' }).notice);
      await openNotice(noticeWith(null).notice);
    }
    expect(scope.opened).toEqual(['/upload', '/upload-v2', '/upload', '/upload-v2']);
    expect(writes).not.toHaveBeenCalled();
  });

  it('opens the page even when the device cannot store the mark', async () => {
    const scope = WorkerScope.install('granted');
    await signIn(userId);
    vi.spyOn(LocalDb.prototype, 'transaction').mockRejectedValue(new Error('The disk is full') as never);
    await openNotice(noticeWith({ id: 7, userId, url: '/studies-v2' }).notice);
    expect(scope.opened).toEqual(['/studies-v2']);
  });

  it('closes the database, so that a sign-out can delete it', async () => {
    WorkerScope.install('granted');
    await signIn(userId);
    const close = vi.spyOn(LocalDb.prototype, 'close');
    await openNotice(noticeWith({ id: 7, userId, url: null }).notice);
    expect(close).toHaveBeenCalledOnce();
  });
});
