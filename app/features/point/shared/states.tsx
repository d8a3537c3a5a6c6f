/** The value and state of a point as text and badges. */
import { Fragment } from 'react'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'
import type { Format } from '~/ui/format'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { PointWithValue, Quality } from './row'
import { pointValueText } from './value'

type ReadingFields = Pick<PointWithValue, 'id' | 'valueFormat' | 'value' | 'quality' | 'isVanished'>

/** Renders the value in the reader's units; a stale value is styled and labelled as such. */
export function PointReading({ point: { id, valueFormat, value, quality, isVanished } }: { point: ReadingFields }) {
  const t = useT()
  const format = useFormat()
  return (
    <span className={quality === 'good' ? 'reading' : 'reading old'} data-point={isVanished ? undefined : id}>
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

/** A state other than automatic: its name for scripts and styles, and its badge. */
export interface PointBadge {
  name: 'alarm' | 'fault' | 'emergency' | 'override' | 'hand'
  tone: Tone
  text: string
}

/** Returns the states of a point, most urgent first; none if it is automatic. */
export function pointBadges(
  t: Translate,
  { override, isLocalOverride, isInAlarm, isFaulty }: PointStatusFields,
): PointBadge[] {
  const states: (PointBadge | false)[] = [
    isInAlarm && { name: 'alarm', tone: 'danger', text: t('main:point.is.alarm') },
    isFaulty && { name: 'fault', tone: 'high', text: t('main:point.is.fault') },
    override?.level === 1 && { name: 'emergency', tone: 'danger', text: t('main:point.held.emergency') },
    override !== null &&
      override.level !== 1 && { name: 'override', tone: 'warn', text: t('main:point.held.override') },
    isLocalOverride && { name: 'hand', tone: 'warn', text: t('main:point.held.hand') },
  ]
  return states.filter((state) => state !== false)
}

/** Renders the alarm, fault and override of a point, or that it is automatic; the script of live values renews it. */
export function PointStateBadges({ point }: { point: PointStatusFields & Pick<PointWithValue, 'id' | 'isVanished'> }) {
  const t = useT()
  const states = pointBadges(t, point)
  if (point.isVanished) return <Badge tone="warn">{t('main:point.vanishedBadge')}</Badge>
  return (
    <span data-states={point.id}>
      {states.map(({ name, tone, text }) => (
        <Fragment key={name}>
          <Badge tone={tone}>{text}</Badge>{' '}
        </Fragment>
      ))}
      {states.length === 0 && <span className="text-faint">{t('main:point.automatic')}</span>}
    </span>
  )
}

/** Returns the state of a point as text, for files. */
export function stateText(t: Translate, point: PointStatusFields & Pick<PointWithValue, 'isVanished'>): string {
  if (point.isVanished) return t('main:point.vanishedBadge')
  return (
    pointBadges(t, point)
      .map(({ text }) => text)
      .join(', ') || t('main:point.automatic')
  )
}

/** Formatting context of a value, for columns. */
export type PointWords = { t: Translate; format: Format }
