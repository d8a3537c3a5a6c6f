/** A page that reloads automatically has no selection: without scripts it would be lost with each reload. */
export function bulkActionsUnlessAuto<L extends { bulkActions: string[] }>(
  list: L,
  { isAuto }: { isAuto: boolean },
): L {
  return isAuto ? { ...list, bulkActions: [] } : list
}
