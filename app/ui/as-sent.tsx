/** Parts of a page that cost React nothing while it takes the page over. */
import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { useIsInteractive } from './use-is-interactive'

interface AsSentProps extends HTMLAttributes<HTMLElement> {
  as: 'nav' | 'section' | 'ul' | 'dialog' | 'tbody' | 'div'
  /** What the part shows: a text or an object that is another one when the part has changed. */
  shows: unknown
  children: ReactNode
}

const isServer = typeof document === 'undefined'

/**
 * A part that stays as the server sent it: React does not look into it until it shows something else, and draws it from
 * then on. Inside it, nothing may need React: no handlers, no state.
 */
export function AsSent({ as: Part, shows, children, ...attributes }: AsSentProps) {
  const isInteractive = useIsInteractive()
  const [sent] = useState(shows)
  const [isDrawn, setDrawn] = useState(isServer || isInteractive)
  if (!isDrawn && !Object.is(shows, sent)) setDrawn(true)
  if (isDrawn) return <Part {...attributes}>{children}</Part>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: while React takes the page over, it leaves alone what is there
  return <Part {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
