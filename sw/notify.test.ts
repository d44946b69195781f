import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearCredentials, writeCredentials } from '#api/credentials.ts';
import { savedWrites } from '#localdb/outbox.ts';
import { LocalDb, type UploadRow } from '#localdb/schema.ts';
import { createUploadRow } from '#localdb/uploads.ts';
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

describe('uploads on their way', () => {
  it('are those that were taken and are not on the server yet', async () => {
    for (const phase of ['none', 'queued', 'prepared', 'registered', 'sent', 'ended', 'dropping'] as const)
      await saveUpload(phase, { phase });
    expect((await uploadsOnTheirWay(db)).toSorted()).toEqual(['prepared', 'queued', 'registered']);
  });
});

describe('telling of uploads that ended', () => {
  beforeEach(async () => {
    await saveUpload('sent', { phase: 'sent' });
    await saveUpload('ended', { phase: 'ended' });
    await saveUpload('sending', { phase: 'registered' });
  });
  const ALL = ['sent', 'ended', 'sending', 'cleared'];

  it('shows a notice of each, with the name that the notice of the page has, and of none that is still on its way', async () => {
    const scope = WorkerScope.install('granted');
    await tellOfFinished(db, ALL);
    const notice = { body: 'Every file is on the server, proved identical.', data: { url: '/upload-v2' }, icon: '/icons/icon-192.png' };
    expect(scope.shown).toEqual([
      { title: 'Upload finished!', options: { ...notice, tag: 'lightship.finished.sent' } },
      { title: 'Upload finished!', options: { ...notice, tag: 'lightship.finished.ended' } },
    ]);
  });

  it('leads to the page of the legacy flow where the upload is one of it', async () => {
    const scope = WorkerScope.install('granted');
    await saveUpload('legacy', { phase: 'sent', legacy: { state: 'sending' } as unknown as NonNullable<UploadRow['legacy']> });
    await tellOfFinished(db, ['legacy']);
    expect(scope.shown.map(({ options }) => options.data as unknown)).toEqual([{ url: '/upload' }]);
  });

  it('says nothing of uploads that were not on their way before', async () => {
    const scope = WorkerScope.install('granted');
    await tellOfFinished(db, ['sending']);
    expect(scope.shown).toEqual([]);
  });

  it('says nothing where somebody sees a page, also one that another version of the worker serves', async () => {
    for (const isControlled of [true, false]) {
      const scope = WorkerScope.install('granted');
      scope.windows = [windowAt('/home'), windowAt('/upload-v2', { visibilityState: 'visible', isControlled })];
      await tellOfFinished(db, ALL);
      expect(scope.shown).toEqual([]);
    }
  });

  it('shows it where pages are open and nobody sees them', async () => {
    const scope = WorkerScope.install('granted');
    scope.windows = [windowAt('/upload-v2')];
    await tellOfFinished(db, ALL);
    expect(scope.shown).toHaveLength(2);
  });

  it('says nothing where nobody allowed it, or the browser has no notices', async () => {
    for (const permission of ['denied', 'default', 'none'] as const) {
      const scope = WorkerScope.install(permission);
      await tellOfFinished(db, ALL);
      expect(scope.shown).toEqual([]);
    }
  });
});

describe('a press on a notice', () => {
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

  it('closes it and shows the tab that has the page already', async () => {
    const scope = WorkerScope.install('granted');
    scope.windows = [windowAt('/home'), windowAt('/upload-v2?from=mail')];
    const { notice, close } = noticeWith({ url: '/upload-v2' });
    await openNotice(notice);
    expect(close).toHaveBeenCalledOnce();
    expect([scope.focused, scope.opened]).toEqual([[`${ORIGIN}/upload-v2?from=mail`], []]);
  });

  it('of an upload shows any tab, which all have its progress in their corner, and opens one where none is', async () => {
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

  it('of a notification makes it seen, once its person is the one who is signed in', async () => {
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

  it('writes nothing for an upload, and nothing for a notice of before notices said what they are about', async () => {
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

  it('opens the page all the same where the device cannot write it down', async () => {
    const scope = WorkerScope.install('granted');
    await signIn(userId);
    vi.spyOn(LocalDb.prototype, 'transaction').mockRejectedValue(new Error('The disk is full') as never);
    await openNotice(noticeWith({ id: 7, userId, url: '/studies-v2' }).notice);
    expect(scope.opened).toEqual(['/studies-v2']);
  });

  it('lets go of the database, so that a sign-out can remove it', async () => {
    WorkerScope.install('granted');
    await signIn(userId);
    const close = vi.spyOn(LocalDb.prototype, 'close');
    await openNotice(noticeWith({ id: 7, userId, url: null }).notice);
    expect(close).toHaveBeenCalledOnce();
  });
});
