import { errorText, fieldProblemText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { fieldId } from './field-id'
import { type FormProblems, problemList } from './problems'

/**
 * The fragment that a form posts to, so that its problems are in view. The page's script removes it from the address.
 */
export const errorSummaryId = 'error-summary'

/**
 * The problems of a form, above it, each linked to its field with the same text as at the field. The page's script
 * moves the focus here. Renders nothing without problems.
 */
export function ErrorSummary({
  problems,
  fieldLabel,
}: {
  problems?: FormProblems | undefined
  /** Returns the label of a field by its posted name; away from its field, a problem has to name it. */
  fieldLabel?: ((name: string) => string) | undefined
}) {
  const t = useT()
  const list = problemList(problems ?? {})
  if (list.length === 0) return null
  return (
    <div
      role="alert"
      id={errorSummaryId}
      tabIndex={-1}
      data-focus=""
      className="notice rounded-md border-2 border-danger bg-surface px-4 py-3"
    >
      <h2 className="text-lg text-danger">{t('form.problem', { count: list.length })}</h2>
      <ul className="mt-1.5 list-disc ps-5">
        {list.map(({ field, key }) => (
          <li key={`${field} ${key}`}>
            {field === '' ? (
              errorText(t, key)
            ) : (
              <a href={`#${fieldId(field)}`} className="text-danger">
                {fieldProblemText(t, key, { field, label: fieldLabel?.(field) })}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
