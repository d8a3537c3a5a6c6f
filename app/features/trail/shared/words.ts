/** The trail's codes as text: the reason of an outcome, and the link to the subject. */
import { type ErrorCode, errorCatalogue } from '#contracts/error-codes'
import type { NodeType, PathNode } from '#contracts/scalars'
import { isFileOnlyCode } from '~/backend/service-error'
import { configurationTypeOf, kindNames } from '~/features/configuration/shared/kind'
import { answerIn } from '~/features/point/shared/controller-answer'
import { parseScheduleId } from '~/features/schedule/shared/row'
import type { Features } from '~/flags'
import { href, isId, nodeHref, type Place, placeParams } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'
import type { TrailEntry } from '~/trail/find-entries.server'
import { isHidden } from '~/trail/hidden-kinds'
import type { Outcome, TrailRecord } from '~/trail/record'
import type { RecordWords } from './field-text'
import { refusedFieldsText } from './refused-fields'

const reasons = [
  'moved',
  'nothing',
  'reason',
  'confirm',
  'flag',
  'hidden',
  'role',
  'processEnded',
  'internal',
  'notTried',
  'planUnavailable',
  'notFoundAgain',
  'lookedUp',
  'notThere',
  'onController',
  'notOnController',
] as const

/** Sections of a template. */
const sections = ['time', 'bacnet', 'network'] as const

/** With these the outcome is unknown, and no sentence suggests trying again. */
const noReplyTroubles = ['unreachable', 'timeout'] as const

/** Returns the reason of an outcome in a sentence or two; '' when there is none. */
export function detailText(
  words: RecordWords,
  record: Pick<TrailRecord, 'outcome' | 'detail' | 'mutation' | 'subject'>,
): string {
  const { t } = words
  const { outcome, detail } = record
  if (!detail) return ''
  const silence = outcome === 'unknown' ? noReplyTroubles.find((one) => one === detail.trouble) : undefined
  const sentences: string[] = []
  const because = reasons.find((one) => one === detail.because)
  if (because) sentences.push(t(`main:trail.because.${because}`))
  if (detail.because === 'alreadyBy')
    sentences.push(t('main:trail.because.alreadyBy', { name: String(detail.by ?? '') }))
  if (detail.because === 'invalid')
    sentences.push(t('main:trail.because.invalid', { fields: refusedFieldsText(words, record, detail.fields) }))
  if (Array.isArray(detail.keys)) sentences.push(...detail.keys.map((key) => errorText(t, String(key))))
  else if (typeof detail.key === 'string') sentences.push(errorText(t, detail.key))
  else if (silence) sentences.push(t(`main:trail.because.unheard.${silence}`))
  else if (typeof detail.trouble === 'string') sentences.push(errorText(t, `errors:trouble.${detail.trouble}`))
  else if (typeof detail.code === 'string') sentences.push(codeText(t, detail.code, outcome))
  if (sentences.length === 0 && typeof detail.message === 'string') sentences.push(detail.message)
  const savedSections = [detail.savedSections ?? []]
    .flat()
    .flatMap((one) => sections.find((section) => section === one) ?? [])
  if (savedSections.length > 0) {
    const names = savedSections.map((section) => t(`main:template.section.${section}`)).join(', ')
    sentences.push(t('main:trail.because.savedSections', { names }))
  }
  if (detail.sentKinds) {
    const names = (types: unknown) =>
      kindNames
        .filter((kind) => [types ?? []].flat().includes(configurationTypeOf[kind]))
        .map((kind) => t(`main:view.${kind}`))
        .join(', ')
    const [refused, sent] = [names(detail.types ?? detail.type), names(detail.sentKinds)]
    if (refused) sentences.push(t('main:trail.because.refusedKinds', { names: refused }))
    if (sent) sentences.push(t('main:trail.because.sentKinds', { names: sent }))
  }
  if (typeof detail.callsDone === 'number' && detail.callsDone > 0)
    sentences.push(t('main:trail.because.callsDone', { count: detail.callsDone }))
  const answer = answerIn(detail)
  if (answer) sentences.push(t(`main:trail.because.controller.${answer.answer}`))
  if (typeof detail.readBy === 'string') sentences.push(t('main:trail.because.readBy', { name: detail.readBy }))
  return sentences.map((one) => (/[.!?]$/.test(one) ? one : `${one}.`)).join(' ')
}

function codeText(t: Translate, code: string, outcome: Outcome): string {
  if (outcome === 'unknown') return t('main:trail.because.unheard.answer', { code })
  if (isFileOnlyCode(code)) return t('errors:trouble.missing')
  const entry = errorCatalogue[Number(code) as ErrorCode]
  return entry ? errorText(t, `errors:catalogue.${entry.key}`) : t('errors:unexplained', { code })
}

/**
 * Returns the URL of a record's subject; null for kinds without a page or behind a flag that is off, and for deleted
 * things.
 */
export function subjectHref(
  tenantId: string,
  record: Pick<TrailEntry, 'subject' | 'customerId' | 'mutation' | 'outcomeRecord'>,
  features: Features,
) {
  const { customerId, mutation, outcomeRecord } = record
  // The id of a created thing is recorded with the outcome.
  const subject = outcomeRecord?.subject ?? record.subject
  const { id } = subject
  if (!isId(id) || id.startsWith('new:') || isHidden(subject.kind, features)) return null
  if (mutation.endsWith('.delete') && outcomeRecord?.outcome === 'done') return null
  if (subject.kind === 'device') return href('deviceById', { tenantId, deviceId: id })
  if (subject.kind === 'user') return href('user', { tenantId, userId: id })
  if (subject.kind === 'tenant') return href('tenant', { tenantId: id })
  if (subject.kind === 'customer') return href('customer', { tenantId, customerId: id })
  if (subject.kind === 'schedule') return scheduleHref({ tenantId, customerId }, subject)
  if (subject.kind === 'fault') return customerId ? href('fault', { tenantId, customerId, faultId: id }) : null
  if (subject.kind === 'alarm') return customerId && href('alarm', { tenantId, customerId, alarmId: id })
  const path = (subject.path ?? []) as PathNode[]
  if (subject.kind === 'point') return customerId ? pointHref({ tenantId, customerId }, path, id) : null
  if (subject.kind === 'template') return templateHref({ tenantId, customerId }, path, id)
  if (subject.kind === 'controllerNetwork' || subject.kind === 'siteAgent') {
    const params = customerId ? placeParams({ tenantId, customerId }, path) : null
    if (!params?.siteId) return null
    return subject.kind === 'siteAgent'
      ? href('siteAgent', { ...params, siteAgentId: id })
      : href('controllerNetwork', { ...params, controllerNetworkId: id })
  }
  const isPlaced = subject.kind === 'group' || subject.kind === 'site' || path.length > 0
  if (!customerId || !isPlaced) return null
  try {
    return nodeHref({ tenantId, customerId }, path, { id, type: subject.kind as NodeType })
  } catch {
    // The recorded ancestors do not form a path.
    return null
  }
}

/** Returns the URL of a point, whose ancestors end with its controller. */
function pointHref(place: Place, path: readonly PathNode[], pointId: string): string | null {
  const params = placeParams(place, path)
  return params.spaceId && params.deviceId ? href('point', { ...params, pointId }) : null
}

/** Returns the URL of a template in its site; null when the recorded path has no site. */
function templateHref(
  { tenantId, customerId }: { tenantId: string; customerId: string | null },
  path: readonly PathNode[],
  templateId: string,
): string | null {
  const params = customerId ? placeParams({ tenantId, customerId }, path) : null
  return params?.siteId ? href('template', { ...params, templateId }) : null
}

/** Returns the URL of a schedule; null when the path to its controller was not recorded. */
function scheduleHref(
  { tenantId, customerId }: { tenantId: string; customerId: string | null | undefined },
  { id, path }: TrailRecord['subject'],
) {
  const one = parseScheduleId(id)
  if (!one || !customerId || !path) return null
  const params = { ...placeParams({ tenantId, customerId }, path as PathNode[]), scheduleId: one.key }
  try {
    return href('deviceSchedule', params)
  } catch {
    return null
  }
}

/** Returns the name of a change as text; a name from another version is returned unchanged. */
export function changeName(t: Translate, mutation: string): string {
  return t(`main:change.${mutation}` as 'main:change.network.save', { defaultValue: mutation })
}
