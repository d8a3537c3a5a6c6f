import { createContext, type ReactNode, useContext } from 'react'
import type { SubmittedChange } from './submitted-notice'

/** What every page knows about its reader and its request. */
export interface PageContext {
  /** The IANA id of the reader's time zone; UTC until the browser has reported it. */
  timeZone: string
  isTimeZoneKnown: boolean
  /** Whether single-key shortcuts are on, such as `/` for the search. */
  hasKeys: boolean
  /** The render time of the page; relative times refer to it. */
  now: string
  unit: 'metric' | 'us'
  evaluation: boolean
  /** The name of the installation: `production`, `staging`. */
  environment: string
  requestId: string
  /** The nonce of the response's Content-Security-Policy. */
  nonce: string
  /** The form token of the page. */
  formToken: string
  /** Whether the document is the response to a post, which a reload would repeat. */
  isPostResponse: boolean
  version: string
  /** The problems of the list's filters by name, as message keys. */
  filterProblems: Readonly<Record<string, string>>
  /** Whether the customer is archived: nobody may change anything. */
  isReadOnly: boolean
  /** The change that an earlier submission of this address created. */
  made: SubmittedChange | null
  /** The form whose post has an error page as its response; null where the response shows it. */
  typedForm: TypedForm | null
}

/** A form to be opened again as it was typed; its post changes nothing. */
export interface TypedForm {
  action: string
  encType: 'multipart/form-data' | undefined
  /** As the hidden values of a form. */
  hidden: Record<string, string | readonly string[] | null | undefined>
}

const defaults: PageContext = {
  timeZone: 'UTC',
  isTimeZoneKnown: false,
  hasKeys: true,
  now: '',
  unit: 'metric',
  evaluation: false,
  environment: '',
  requestId: '',
  nonce: '',
  formToken: '',
  isPostResponse: false,
  version: '',
  filterProblems: {},
  isReadOnly: false,
  made: null,
  typedForm: null,
}

const Context = createContext(defaults)

/** Adds to the context of the pages inside; absent values are inherited. */
export function PageContextProvider({ children, ...values }: Partial<PageContext> & { children: ReactNode }) {
  const outer = useContext(Context)
  return <Context.Provider value={{ ...outer, ...values }}>{children}</Context.Provider>
}

export function usePageContext(): PageContext {
  return useContext(Context)
}
