/** The changed settings of a group of things: from → to, one below the other. */
import { useT } from '~/i18n/use-t'
import type { GroupField } from './plan-groups'
import { planFieldText } from './plan-words'

/** Default number of settings shown; further ones are counted. */
export const maxFields = 3

export function FieldLines({
  fields,
  isUnchanged = false,
  emptyText,
  max = maxFields,
}: {
  fields: readonly GroupField[]
  /** The settings keep their values. */
  isUnchanged?: boolean
  emptyText?: string | undefined
  max?: number
}) {
  const t = useT()
  const empty = emptyText ?? t('difference.empty')
  return (
    <>
      {fields.slice(0, max).map(({ name, label, from, to, distinctCount }) => (
        <span key={name} className={isUnchanged ? 'field-line text-soft' : 'field-line'}>
          {planFieldText(t, { name, label })}{' '}
          {isUnchanged ? (
            distinctCount === 1 && from
          ) : (
            <>
              <span className="text-soft">
                {distinctCount === 1 ? (from ?? empty) : t('plan.variety', { count: distinctCount })}{' '}
                <span aria-hidden="true">→</span> <span className="sr-only">{t('plan.becomes')}</span>{' '}
              </span>
              <ins className="font-medium no-underline">{to ?? empty}</ins>
            </>
          )}{' '}
        </span>
      ))}
      {fields.length > max && <span className="text-soft">{t('plan.moreFields', { count: fields.length - max })}</span>}
    </>
  )
}
