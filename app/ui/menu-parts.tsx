import type { ReactNode } from 'react'
import { type HiddenValues, PostForm } from './form'
import { A } from './link'

export interface MenuLink {
  label: string
  href: string
  /** Set on links to the same page in another language. */
  language?: string
  isCurrent?: boolean
}

/** An entry that changes something: a form with one button. */
export interface MenuPost {
  label: string
  action: string
  hidden?: HiddenValues
}

export interface MenuProps {
  button: ReactNode
  /** Replaces the classes of an ordinary button. */
  buttonClassName?: string
  /** Content above the entries. */
  heading?: ReactNode
  items: readonly (MenuLink | MenuPost)[]
}

export const menuButtonClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md border border-edge bg-surface px-3 py-1.5 font-medium text-ink hover:bg-hover'
/** One entry. `draw` wraps the focusable element, for menus that manage the focus. */
export function MenuRow({
  item,
  draw = (part) => part,
}: {
  item: MenuLink | MenuPost
  draw?: (part: ReactNode) => ReactNode
}) {
  if ('href' in item) {
    return draw(
      <A
        href={item.href}
        lang={item.language}
        hrefLang={item.language}
        aria-current={item.isCurrent ? 'true' : undefined}
        className="menu-item"
      >
        {item.label}
      </A>,
    )
  }
  return (
    <PostForm action={item.action} hidden={item.hidden}>
      {draw(
        <button type="submit" className="menu-item">
          {item.label}
        </button>,
      )}
    </PostForm>
  )
}
