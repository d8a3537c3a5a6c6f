/** The files of a form: their owner, lookup and removal. */
import type { Session } from '~/session/session.server'
import { personKey } from './drafts.server'
import { dropKeptFile, type FileOwner, findKeptFile, type KeptFile } from './kept-files.server'
import type { Change } from './plan-context'
import type { Posted } from './posted'
import type { FormErrors } from './replies.server'

/** Returns the owner of the files of this form. */
export function fileOwnerOf<Form>({ name, about }: Change<Form>, { person }: Session): FileOwner {
  return { person: personKey(person), form: `${name} ${about.id}` }
}

/** Returns the files named in the fields, and an error for each field whose file no longer exists. */
export async function filesOf<Form>(change: Change<Form>, session: Session, posted: Posted) {
  const files: Record<string, KeptFile> = {}
  const missing: FormErrors = {}
  for (const [name, field] of Object.entries(change.options?.files ?? {})) {
    const value = posted.fields.find(([one]) => one === name)?.[1]
    if (field.isText || !value) continue
    const file = await findKeptFile(fileOwnerOf(change, session), value)
    if (file) files[name] = file
    else missing[name] = ['errors:upload.gone']
  }
  return { files, missing }
}

/** Removes files early; they expire within an hour in any case. */
export async function dropFiles(files: Readonly<Record<string, KeptFile>>): Promise<void> {
  await Promise.allSettled(Object.values(files).map(dropKeptFile))
}
