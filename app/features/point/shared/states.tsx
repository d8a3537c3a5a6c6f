/** The value and state of a point as text and badges. */
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import type { Format } from '~/ui/format'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { PointWithValue, Quality } from './row'
import { pointValueText } from './value'

type ReadingFields = Pick<PointWithValue, 'id' | 'valueFormat' | 'value' | 'quality'>

/** Renders the value in the reader's units; a stale value is styled and labelled as such. */
export function PointReading({ point: { id, valueFormat, value, quality } }: { point: ReadingFields }) {
  const t = useT()
  const format = useFormat()
  return (
    <span className={quality === 'good' ? 'reading' : 'reading old'} data-point={id}>
      <bdi>{pointValueText({ t, format }, valueFormat, value)}</bdi>
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

type PointStatusFields = Pick<PointWithValue, 'override' | 'isLocalOverride' | 'isInAlarm' | 'isFaulty'>

/** Renders the alarm, fault and override of a point, or that it is automatic. */
export function PointStateBadges({ point }: { point: PointStatusFields }) {
  const t = useT()
  const { override, isLocalOverride, isInAlarm, isFaulty } = point
  return (
    <>
      {isInAlarm && <Badge tone="danger">{t('main:point.is.alarm')}</Badge>}{' '}
      {isFaulty && <Badge tone="high">{t('main:point.is.fault')}</Badge>}{' '}
      {override && (
        <Badge tone={override.level === 1 ? 'danger' : 'warn'}>
          {t(override.level === 1 ? 'main:point.held.emergency' : 'main:point.held.override')}
        </Badge>
      )}{' '}
      {isLocalOverride && <Badge tone="warn">{t('main:point.held.hand')}</Badge>}
      {!isInAlarm && !isFaulty && !override && !isLocalOverride && (
        <span className="text-faint">{t('main:point.automatic')}</span>
      )}
    </>
  )
}

/** Returns the state of a point as text, for files. */
export function stateText(t: Translate, { override, isLocalOverride, isInAlarm, isFaulty }: PointStatusFields): string {
  const labels = [
    isInAlarm && t('main:point.is.alarm'),
    isFaulty && t('main:point.is.fault'),
    override && t(override.level === 1 ? 'main:point.held.emergency' : 'main:point.held.override'),
    isLocalOverride && t('main:point.held.hand'),
  ].filter(Boolean)
  return labels.length > 0 ? labels.join(', ') : t('main:point.automatic')
}

/** Formatting context of a value, for columns. */
export type PointWords = { t: Translate; format: Format }
