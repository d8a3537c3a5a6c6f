/** A built store of `large`, for those who need a fleet and cannot wait for its seed each time. */
import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import Database from 'libsql'

/**
 * Copies the services' files to an empty folder. Nobody has signed in to the copy: people are bound to the address of
 * their provider, which is another one each time.
 */
export async function copyLargeStore(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (file) => !basename(file).startsWith('identity.sqlite'),
  })
  const store = new Database(join(to, 'services.sqlite'))
  try {
    store.exec('UPDATE tenant_user SET person_id = NULL WHERE person_id IS NOT NULL; DELETE FROM person')
  } finally {
    store.close()
  }
}
