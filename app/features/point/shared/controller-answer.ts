/** What a controller answered to a write, as the trail records it: its priority array before and after. */
import type { ControllerAnswer, Value } from '#contracts/points'
import type { Translate } from '~/i18n/instance'

/** Returns the detail of the outcome of a write; none from a service that does not return the answer. */
export function controllerDetail(
  reply: { controller?: ControllerAnswer | undefined } | undefined,
): { controller: Pick<ControllerAnswer, 'answer' | 'before' | 'after'> } | Record<never, never> {
  if (!reply?.controller) return {}
  const { answer, before, after } = reply.controller
  return { controller: { answer, before, after } }
}

/** Returns the answer in the detail of an outcome; null where there is none. */
export function answerIn(detail: Record<string, unknown> | null | undefined): ControllerAnswer | null {
  const one = detail?.controller
  return typeof one === 'object' && one !== null && 'answer' in one ? (one as ControllerAnswer) : null
}

/** Returns the levels that hold a value as text, strongest first. */
export function priorityArrayText(
  t: Translate,
  levels: ControllerAnswer['after'],
  text: (value: Value) => string,
): string {
  if (!levels) return t('main:point.array.unknown')
  const held = levels.flatMap((value, at) => (value === null ? [] : [`${at + 1}: ${text(value)}`]))
  return held.length > 0 ? held.join(' · ') : t('main:point.array.free')
}
