/** What features add to the program beside their pages. */
import { deleteOldEnds } from './alarm/shared/acknowledgement-ends.server'
import { deleteOldShifts } from './shift/shared/notes.server'

/** Deletions that run with the housekeeping of the store. */
export const housekeepingTasks: readonly (() => Promise<unknown>)[] = [deleteOldEnds, deleteOldShifts]
