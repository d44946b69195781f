import type { Writer } from '#server/db/database.ts';
import type { ServerContext } from '#server/rules/context.ts';

/**
 * Passwords of encrypted archives, by upload and path: the name of the uploaded file, followed by a slash and the name of an archive in it.
 * Kept sealed, until the reading that needs them has ended. The password of an archive stays while an archive in it is still locked, because both
 * are opened again together. If the key has changed, the archive is found locked, and the user is asked again.
 */
export async function keepPasswords(
  tx: Writer,
  { vault }: Pick<ServerContext, 'vault'>,
  uploadId: number,
  passwords: Readonly<Record<string, string>>,
): Promise<void> {
  const rows = Object.entries(passwords).map(([path, password]) => ({
    upload_id: uploadId,
    path,
    sealed: vault.seal(password, placeOf(uploadId, path)),
  }));
  await tx
    .insertInto('archive_password')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['upload_id', 'path']).doUpdateSet((eb) => ({ sealed: eb.ref('excluded.sealed') })))
    .execute();
}

/** Passwords of an uploaded file and of the archives in it. */
export async function passwordsOf({ db, vault }: ServerContext, uploadId: number, name: string): Promise<Readonly<Record<string, string>>> {
  const rows = await db.read.selectFrom('archive_password').select(['path', 'sealed']).where('upload_id', '=', uploadId).execute();
  return Object.fromEntries(
    rows
      .filter(({ path }) => isOf(path, name))
      .flatMap(({ path, sealed }) => {
        const password = vault.open(sealed, placeOf(uploadId, path));
        return password === null ? [] : [[path, password]];
      }),
  );
}

/** Whether this is the path of that archive, or of one in it. */
export function isOf(path: string, archive: string): boolean {
  return path === archive || path.startsWith(`${archive}/`);
}

/** After a reading: keeps only those of archives around one that is still locked. */
export async function forgetTriedPasswords({ db }: ServerContext, uploadId: number, asking: readonly string[]): Promise<void> {
  const ofUpload = db.read.selectFrom('archive_password').select('path').where('upload_id', '=', uploadId);
  const tried = (await ofUpload.execute())
    .map(({ path }) => path)
    .filter((path) => !asking.some((other) => other !== path && isOf(other, path)));
  if (tried.length === 0) return;
  await db.write((tx) => tx.deleteFrom('archive_password').where('upload_id', '=', uploadId).where('path', 'in', tried).execute());
}

export async function forgetPasswords(tx: Writer, uploadId: number): Promise<void> {
  await tx.deleteFrom('archive_password').where('upload_id', '=', uploadId).execute();
}

const placeOf = (uploadId: number, path: string): string => `archive password ${uploadId} ${path}`;
