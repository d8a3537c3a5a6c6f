import { useT } from '~/i18n/use-t'
import { Field, type FieldProps, inputAttributes } from '~/ui/field'
import { useFormat } from '~/ui/use-format'
import { parseFileLabel } from './file-field'

/**
 * A file field in a multipart form. The file of the previous post, identified by `defaultValue`, is sent again
 * without choosing it again.
 */
export function FileInput({
  name,
  label,
  hint,
  error,
  isOptional,
  isRequired,
  accept,
  defaultValue,
}: FieldProps & { accept?: string; defaultValue?: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const previousFile = error ? null : parseFileLabel(defaultValue)
  return (
    <Field name={name} label={label} hint={hint} error={error} isOptional={isOptional} isRequired={isRequired}>
      {previousFile && (
        <p className="text-sm">
          {t('form.fileKept', { size: format.bytes(previousFile.sizeBytes) })}{' '}
          <bdi className="font-medium">{previousFile.name}</bdi>
          <input type="hidden" name={name} value={defaultValue} />
        </p>
      )}
      <input
        type="file"
        accept={accept}
        {...inputAttributes({ name, hint, error })}
        className="block w-full max-w-md rounded-md border border-edge bg-surface p-1.5 text-ink file:me-3 file:rounded file:border file:border-edge file:bg-sunken file:px-2.5 file:py-1 file:text-ink aria-[invalid]:border-2 aria-[invalid]:border-danger"
      />
    </Field>
  )
}
