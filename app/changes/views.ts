/** Changes to the views of lists that are shared with a customer. */
import type { ChangeKind } from './change'

export const viewChanges = {
  'view.share': { capability: 'customer.update', back: { never: 'created' } },
  'view.unshare': { capability: 'customer.update', back: { never: 'deleted' } },
} as const satisfies Record<string, ChangeKind>
