import { createContext, type ReactNode, useContext } from 'react'
import type { MadeBefore } from './made-notice'

/** What every page knows about its reader and its request. */
export interface PageContext {
  /** IANA id of the reader's own time zone; UTC until the browser told, and then nobody's. */
  timeZone: string
  isTimeZoneKnown: boolean
  /** Whether single keys do something, as `/` leads to the search. */
  hasKeys: boolean
  /** When the page was made, as near times count from it. */
  now: string
  unit: 'metric' | 'us'
  evaluation: boolean
  requestId: string
  /** The nonce of the answer's Content-Security-Policy. */
  nonce: string
  /** What forms carry to say who drew them. */
  formToken: string
  /** Whether the document answers a post, which a reload sends once more. */
  isAnswer: boolean
  version: string
  /** Message keys for the filters of its list, by their names. */
  filterProblems: Readonly<Record<string, string>>
  /** The change that the form at this address has led to. */
  made: MadeBefore | null
}

const nobody: PageContext = {
  timeZone: 'UTC',
  isTimeZoneKnown: false,
  hasKeys: true,
  now: '',
  unit: 'metric',
  evaluation: false,
  requestId: '',
  nonce: '',
  formToken: '',
  isAnswer: false,
  version: '',
  filterProblems: {},
  made: null,
}

const Context = createContext(nobody)

/** Adds to what the pages inside know; what is left out stays as it is. */
export function PageContextProvider({ children, ...known }: Partial<PageContext> & { children: ReactNode }) {
  const outer = useContext(Context)
  return <Context.Provider value={{ ...outer, ...known }}>{children}</Context.Provider>
}

export function usePageContext(): PageContext {
  return useContext(Context)
}
