/**
 * A person's own settings of lists: saved views and display options. They are visible to nobody else and never sent to
 * a service (docs/decisions/own-lists.md).
 */
import { personKey } from '~/change/drafts.server'
import { newId } from '~/session/cookies.server'
import type { Session } from '~/session/session.server'
import { database } from '~/store/store.server'
import type { ViewName } from '~/views'
import type { Look } from './look'

type Person = Session['person']

/** The maximum number of saved views, per list and per person. */
export const maxSaved = { ofList: 20, ofPerson: 400 }

export interface SavedView {
  id: string
  /** The path of the list. */
  list: string
  name: string
  /** The query of its address, without the question mark. */
  search: string
}

const columns = ['id', 'list', 'name', 'search'] as const

/** Returns the saved views of a list, oldest first. */
export function listSavedViews(person: Person, list: string): Promise<SavedView[]> {
  return database()
    .selectFrom('saved_view')
    .select(columns)
    .where('person', '=', personKey(person))
    .where('list', '=', list)
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxSaved.ofList)
    .execute()
}

/** Returns the saved views of all lists. */
export function listAllSavedViews(person: Person): Promise<SavedView[]> {
  return database()
    .selectFrom('saved_view')
    .select(columns)
    .where('person', '=', personKey(person))
    .orderBy('list')
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxSaved.ofPerson)
    .execute()
}

/** Returns a saved view of the person; undefined if it does not exist. */
export function savedViewById(person: Person, id: string): Promise<SavedView | undefined> {
  return database()
    .selectFrom('saved_view')
    .select(columns)
    .where('person', '=', personKey(person))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Saves a view and replaces one with the same name. Returns false at the limit. */
export async function saveView(person: Person, { list, name, search }: Omit<SavedView, 'id'>): Promise<boolean> {
  const all = await listAllSavedViews(person)
  const ofList = all.filter((one) => one.list === list)
  const exists = ofList.some((one) => one.name === name)
  if (!exists && (ofList.length >= maxSaved.ofList || all.length >= maxSaved.ofPerson)) return false
  await database()
    .insertInto('saved_view')
    .values({ id: newId(), person: personKey(person), list, name, search, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['person', 'list', 'name']).doUpdateSet({ search }))
    .execute()
  return true
}

/** Renames a view. Returns false if another view of its list has that name. */
export async function renameView(person: Person, { id, name }: Pick<SavedView, 'id' | 'name'>): Promise<boolean> {
  const all = await listAllSavedViews(person)
  const view = all.find((one) => one.id === id)
  if (!view) return true
  if (all.some((one) => one.list === view.list && one.name === name && one.id !== id)) return false
  try {
    await database()
      .updateTable('saved_view')
      .set({ name })
      .where('id', '=', id)
      .where('person', '=', personKey(person))
      .execute()
    return true
  } catch (error) {
    // A concurrent request may have saved the name; the unique index refuses it.
    const now = await listSavedViews(person, view.list)
    if (now.some((one) => one.name === name && one.id !== id)) return false
    throw error
  }
}

export async function deleteView(person: Person, id: string): Promise<void> {
  await database().deleteFrom('saved_view').where('id', '=', id).where('person', '=', personKey(person)).execute()
}

/** Saves the page size and row height for every list, and the columns of this one. */
export async function saveLook(person: Person, view: ViewName, { rows, height, ...columns }: Look): Promise<void> {
  await upsertLook(anyList, new URLSearchParams({ rows: String(rows), height }))
  await upsertLook(view, new URLSearchParams({ hide: columns.hidden.join(), show: columns.shown.join() }))

  async function upsertLook(list: string, look: URLSearchParams): Promise<void> {
    const stored = { look: look.toString(), changed_at: Date.now() }
    await database()
      .insertInto('list_look')
      .values({ person: personKey(person), list, ...stored })
      .onConflict((conflict) => conflict.columns(['person', 'list']).doUpdateSet(stored))
      .execute()
  }
}

/** The name of the row that applies to every list. */
export const anyList = ''
