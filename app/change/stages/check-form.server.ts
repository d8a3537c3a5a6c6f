/** A check of a form, in place of all stages but the first: parses it by its schema; nothing is planned or recorded. */
import { redirect } from '@remix-run/node'
import { visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { fieldProblemText } from '~/i18n/error-text'
import { translator } from '~/i18n/i18n.server'
import { denialReason, inTenant } from '../admission.server'
import type { FormCheck } from '../form-check'
import { normalizePosted } from '../posted'
import { parseForm } from './admit.server'
import type { ReceivedForm } from './receive.server'

/** Adds the problems of a form to `check`, for a person with the right to the change. */
export async function checkForm<Form>(
  { args, change, posted }: ReceivedForm<Form>,
  check: FormCheck,
): Promise<Response> {
  const done = redirect('/', 303)
  try {
    const who = inTenant(await visitor(args), change.options?.tenantId)
    if ((await denialReason(args, change, who)) !== null) return done
    const submission = parseForm(change, normalizePosted(posted))
    const t = translator(who.language)
    const errors = submission.status === 'success' ? {} : submission.error
    for (const [field, keys] of Object.entries<string[] | null>(errors ?? {})) {
      const [key] = keys ?? []
      if (key) check.problems[field] = fieldProblemText(t, key, { field })
    }
    check.isChecked = true
  } catch (problem) {
    if (!(problem instanceof ServiceError)) throw problem
  }
  return done
}
