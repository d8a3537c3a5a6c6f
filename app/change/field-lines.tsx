/** The changed settings of a group of things: from → to, one below the other. */
import { useT } from '~/i18n/use-t'
import type { GroupField } from './plan-groups'

/** Default number of settings shown; further ones are counted. */
export const mostFields = 3

export function FieldLines({
  fields,
  isLeft = false,
  emptyText,
  most = mostFields,
  text = (name) => name,
}: {
  fields: readonly GroupField[]
  /** The settings keep their values. */
  isLeft?: boolean
  emptyText?: string | undefined
  most?: number
  text?: (name: string) => string
}) {
  const t = useT()
  const empty = emptyText ?? t('difference.empty')
  return (
    <>
      {fields.slice(0, most).map(({ name, from, to, variety }) => (
        <span key={name} className={isLeft ? 'field-line text-soft' : 'field-line'}>
          {text(name)}{' '}
          {isLeft ? (
            variety === 1 && from
          ) : (
            <>
              <span className="text-soft">
                {variety === 1 ? (from ?? empty) : t('plan.variety', { count: variety })}{' '}
                <span aria-hidden="true">→</span> <span className="sr-only">{t('plan.becomes')}</span>{' '}
              </span>
              <ins className="font-medium no-underline">{to ?? empty}</ins>
            </>
          )}{' '}
        </span>
      ))}
      {fields.length > most && (
        <span className="text-soft">{t('plan.moreFields', { count: fields.length - most })}</span>
      )}
    </>
  )
}
