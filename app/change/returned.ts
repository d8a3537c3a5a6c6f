/** A form that is returned in the page that answers its post, to be sent to its own page again. */
import { hasFileForm } from '~/paths'
import type { HiddenValues } from '~/ui/form'
import { metaFields, type Original } from './plan'
import { groupByName, type Posted, type PostedFields, withoutSecrets } from './posted'

export interface ReturnedForm {
  /** Path and query of the page of the form. */
  address: string
  fields: [string, string][]
  reason: string
  /** The original of the edit, so that changes by others since are still found. */
  original: Original | null
}

/** Returns the form as it was typed, without secrets. */
export function returnedForm(posted: Posted, address: string): ReturnedForm {
  return {
    address,
    fields: [...withoutSecrets(posted.fields), ...confirmed(posted)],
    reason: posted.reason,
    original: posted.original,
  }
}

const confirmed = ({ confirm }: Posted): PostedFields => (confirm ? [[metaFields.confirm, confirm]] : [])

/** Returns the hidden fields that open the page of the form with everything typed; their post changes nothing. */
export function resumingFields({ fields, reason, original }: ReturnedForm): HiddenValues {
  return {
    ...groupByName(fields),
    [metaFields.reason]: reason,
    [metaFields.stage]: 'edit',
    [metaFields.version]: original?.version,
    [metaFields.original]: original && JSON.stringify(original.values),
  }
}

/** Returns the encoding of the form: texts of a form with a file may be longer than those of any other. */
export function resumingEncoding({ address }: ReturnedForm): 'multipart/form-data' | undefined {
  return hasFileForm(address.split('?', 1)[0] ?? '') ? 'multipart/form-data' : undefined
}
