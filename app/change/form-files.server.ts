/** The files that came with a form: whose they are, which its fields tell of, and their end. */
import type { Session } from '~/session/session.server'
import type { Change } from './desk'
import { personKey } from './drafts.server'
import { dropKeptFile, findKeptFile, type KeptFile, type Owner } from './kept-files.server'
import type { Posted } from './posted'
import type { Errors } from './replies.server'

/** Whose a file of this form is. */
export function ownerOf<Form>({ name, about }: Change<Form>, { person }: Session): Owner {
  return { person: personKey(person), form: `${name} ${about.id}` }
}

/** The files that the fields tell of; a field whose file is no longer there says so. */
export async function filesOf<Form>(change: Change<Form>, session: Session, posted: Posted) {
  const files: Record<string, KeptFile> = {}
  const missing: Errors = {}
  for (const [name, field] of Object.entries(change.files ?? {})) {
    const value = posted.fields.find(([one]) => one === name)?.[1]
    if (field.isText || !value) continue
    const file = await findKeptFile(ownerOf(change, session), value)
    if (file) files[name] = file
    else missing[name] = ['errors:upload.gone']
  }
  return { files, missing }
}

/** They are gone in an hour anyway. */
export async function dropAll(files: Readonly<Record<string, KeptFile>>): Promise<void> {
  await Promise.allSettled(Object.values(files).map(dropKeptFile))
}
