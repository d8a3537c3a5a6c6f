import { useSyncExternalStore } from 'react'

/** Whether React has taken the page over in the browser. */
export function useIsInteractive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
