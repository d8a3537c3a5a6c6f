/** The value and state of a point as text and badges. */
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import type { Format } from '~/ui/format'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { Quality, ReadPoint } from './row'
import { valueText } from './value'

type Read = Pick<ReadPoint, 'id' | 'meaning' | 'value' | 'quality'>

/** Renders the value in the reader's units; a stale value is styled and labelled as such. */
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

/** Renders the quality of a value, hidden while it is good; the script of live values toggles it. */
export function QualityBadge({ id, quality }: { id: string; quality: Quality }) {
  const t = useT()
  return (
    <span data-quality={id} hidden={quality === 'good'}>
      <Badge tone={quality === 'offline' ? 'neutral' : 'warn'}>{qualityWord(t, quality)}</Badge>
    </span>
  )
}

/** Returns the label of a quality; '' for a good one. */
export function qualityWord(t: Translate, quality: Quality): string {
  return quality === 'good' ? '' : t(`main:point.quality.${quality}`)
}

/** Renders when a point was read. */
export function ReadAt({ id, at, timeZone }: { id: string; at: string; timeZone?: string | undefined }) {
  return (
    <span data-read={id}>
      <Time at={at} timeZone={timeZone} />
    </span>
  )
}

type Standing = Pick<ReadPoint, 'override' | 'isByHand' | 'isInAlarm' | 'isFaulty'>

/** Renders the alarm, fault and override of a point, or that it is automatic. */
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

/** Returns the state of a point as text, for files. */
export function stateText(t: Translate, { override, isByHand, isInAlarm, isFaulty }: Standing): string {
  const said = [
    isInAlarm && t('main:point.is.alarm'),
    isFaulty && t('main:point.is.fault'),
    override && t(override.level === 1 ? 'main:point.held.emergency' : 'main:point.held.override'),
    isByHand && t('main:point.held.hand'),
  ].filter(Boolean)
  return said.length > 0 ? said.join(', ') : t('main:point.automatic')
}

/** Formatting context of a value, for columns. */
export type Words = { t: Translate; format: Format }
