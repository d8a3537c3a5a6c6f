/** The trail's own codes in words: why something ended as it did, and where its subject is found. */
import { catalogue, type ErrorCode } from '#contracts/error-codes'
import type { Subject } from '~/audit/record'
import { href } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'

const reasons = [
  'moved',
  'nothing',
  'reason',
  'flag',
  'hidden',
  'role',
  'processEnded',
  'internal',
  'notTried',
  'planUnavailable',
] as const

/** Why, in a sentence or two; '' where there is nothing to say. */
export function detailText(t: Translate, detail: Record<string, unknown> | null): string {
  if (!detail) return ''
  const said: string[] = []
  const because = reasons.find((one) => one === detail.because)
  if (because) said.push(t(`main:trail.because.${because}`))
  if (detail.because === 'invalid') said.push(t('main:trail.because.invalid', { fields: String(detail.fields ?? '') }))
  if (typeof detail.key === 'string') said.push(errorText(t, detail.key))
  else if (typeof detail.trouble === 'string') said.push(errorText(t, `errors:trouble.${detail.trouble}`))
  else if (typeof detail.code === 'string') said.push(codeText(t, detail.code))
  if (said.length === 0 && typeof detail.message === 'string') said.push(detail.message)
  if (typeof detail.callsDone === 'number' && detail.callsDone > 0)
    said.push(t('main:trail.because.callsDone', { count: detail.callsDone }))
  return said.map((one) => (/[.!?]$/.test(one) ? one : `${one}.`)).join(' ')
}

function codeText(t: Translate, code: string): string {
  const known = catalogue[Number(code) as ErrorCode]
  return known ? errorText(t, `errors:catalogue.${known.key}`) : t('errors:unexplained', { code })
}

/** Where a subject lives now; null for kinds without an address of their own. */
export function subjectHref(tenantId: string, subject: Subject): string | null {
  if (subject.kind === 'device') return href('deviceById', { tenantId, deviceId: subject.id })
  if (subject.kind === 'user') return href('user', { tenantId, userId: subject.id })
  return null
}

/** A change by its name in words; a name from another version stays as it is. */
export function changeName(t: Translate, mutation: string): string {
  return t(`main:change.${mutation}` as 'main:change.network.save', { defaultValue: mutation })
}
