import { useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom'

/** Returns the path of the page, from which short addresses are written; "/" outside of a page. */
export function usePathname(): string {
  return useContext(RouterState)?.location.pathname ?? '/'
}
