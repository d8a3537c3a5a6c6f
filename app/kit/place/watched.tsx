/** The texts of an empty list that is read from controllers. */
import type { ReactNode } from 'react'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { useFormat } from '~/ui/use-format'
import type { Watched } from './watched.server'

/** Returns whether a place has no controllers, so that nothing can be said of it. */
export function hasNoControllers(watched: Pick<Watched, 'controllers'> | null): boolean {
  return watched?.controllers?.count === 0 && !watched.controllers.isCapped
}

/** An empty list of a place without controllers; `children` says what it would have. */
export function NoControllers({ add, children }: { add: Watched['add']; children?: ReactNode }) {
  const t = useT()
  return (
    <EmptyState
      title={t('empty.noControllers')}
      offers={[
        { label: t(add.choose && add.href ? `action.chooseFirst.${add.choose}` : 'main:device.add'), href: add.href },
      ]}
    >
      {children ?? t('empty.noControllersText')}
    </EmptyState>
  )
}

/** When an empty list was read, and from how many controllers. */
export function ReadFrom({ watched: { controllers, readAt } }: { watched: Pick<Watched, 'controllers' | 'readAt'> }) {
  const t = useT()
  const time = useFormat().dateTime(readAt)
  return (
    <span data-read-from="">
      {controllers
        ? t('empty.readFrom', { time, controllers: countText(t, 'devices', controllers) })
        : t('empty.readAt', { time })}
    </span>
  )
}
