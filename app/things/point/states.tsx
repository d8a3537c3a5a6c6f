/** What a point reads and how it stands, in a word and a shape each. */
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import type { Format } from '~/ui/format'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { Quality, ReadPoint } from './row'
import { valueText } from './value'

type Read = Pick<ReadPoint, 'id' | 'meaning' | 'value' | 'quality'>

/** The value in the reader's units; one that is old looks old, and says so. */
export function Reading({ point: { id, meaning, value, quality } }: { point: Read }) {
  const t = useT()
  const format = useFormat()
  return (
    <span className={quality === 'good' ? 'reading' : 'reading old'} data-point={id}>
      <bdi>{valueText({ t, format }, meaning, value)}</bdi>
      <span className="sr-only">{quality === 'good' ? '' : ` ${qualityWord(t, quality)}`}</span>
    </span>
  )
}

/** How good a value is, where it is not what it ought to be: who follows the point has it come and go. */
export function QualityBadge({ id, quality }: { id: string; quality: Quality }) {
  const t = useT()
  return (
    <span data-quality={id} hidden={quality === 'good'}>
      <Badge tone={quality === 'offline' ? 'neutral' : 'warn'}>{qualityWord(t, quality)}</Badge>
    </span>
  )
}

/** Nothing of what is as it ought to be. */
export function qualityWord(t: Translate, quality: Quality): string {
  return quality === 'good' ? '' : t(`main:point.quality.${quality}`)
}

/** When a point was read. */
export function ReadAt({ id, at, timeZone }: { id: string; at: string; timeZone?: string | undefined }) {
  return (
    <span data-read={id}>
      <Time at={at} timeZone={timeZone} />
    </span>
  )
}

type Standing = Pick<ReadPoint, 'override' | 'isByHand' | 'isInAlarm' | 'isFaulty'>

/** Its alarm, its fault, who holds it; what is as its program has it needs no word. */
export function PointState({ point }: { point: Standing }) {
  const t = useT()
  const { override, isByHand, isInAlarm, isFaulty } = point
  return (
    <>
      {isInAlarm && <Badge tone="danger">{t('main:point.is.alarm')}</Badge>}{' '}
      {isFaulty && <Badge tone="high">{t('main:point.is.fault')}</Badge>}{' '}
      {override && (
        <Badge tone={override.level === 1 ? 'danger' : 'warn'}>
          {t(override.level === 1 ? 'main:point.held.emergency' : 'main:point.held.override')}
        </Badge>
      )}{' '}
      {isByHand && <Badge tone="warn">{t('main:point.held.hand')}</Badge>}
      {!isInAlarm && !isFaulty && !override && !isByHand && (
        <span className="text-faint">{t('main:point.automatic')}</span>
      )}
    </>
  )
}

/** The same in words, for a file. */
export function stateText(t: Translate, { override, isByHand, isInAlarm, isFaulty }: Standing): string {
  const said = [
    isInAlarm && t('main:point.is.alarm'),
    isFaulty && t('main:point.is.fault'),
    override && t(override.level === 1 ? 'main:point.held.emergency' : 'main:point.held.override'),
    isByHand && t('main:point.held.hand'),
  ].filter(Boolean)
  return said.length > 0 ? said.join(', ') : t('main:point.automatic')
}

/** What a value is drawn with, for columns. */
export type Words = { t: Translate; format: Format }
