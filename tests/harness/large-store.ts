/** A built store of `large`, for those who need a fleet and cannot wait for its seed each time. */
import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename } from 'node:path'

/** Copies the services' files to an empty folder; its provider begins anew, with keys of its own. */
export async function copyLargeStore(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (file) => !basename(file).startsWith('identity.sqlite'),
  })
}
