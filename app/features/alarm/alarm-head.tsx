/** The head of an alarm's page: what is wrong, since when, the value against its limit, and its acknowledgement. */
import './alarm.css'
import { Fragment } from 'react'
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { acknowledgementSpans } from '~/domain/acknowledgement'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { Select, TextInput } from '~/ui/field'
import { Form } from '~/ui/form'
import { A } from '~/ui/link'
import { usePageContext } from '~/ui/page-context'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { AlarmPageData } from './alarm-page.server'
import { AckBadge, AlarmStateBadge } from './states'
import { alarmValueText, comparedTexts, differenceText } from './value'

type Props = Pick<AlarmPageData, 'alarm' | 'eTag'> & {
  formKey: string
  /** Whether the reader may acknowledge it now. */
  isOpen: boolean
  timeZone: string | undefined
}

export function AlarmHead({ alarm, eTag, formKey, isOpen, timeZone }: Props) {
  const reply = formIn(useReply())
  // A reply stays visible with the typed text even if someone else has acknowledged the alarm meanwhile.
  const hasForm = isOpen || Boolean(reply)
  return (
    <section className="panel alarm-head rounded-lg border border-line bg-surface">
      <div className="alarm-now">
        <Reading alarm={alarm} />
        <Since alarm={alarm} timeZone={timeZone} />
        {!isOpen && <Acknowledged alarm={alarm} timeZone={timeZone} />}
      </div>
      {hasForm && <AcknowledgeForm eTag={eTag} formKey={formKey} />}
      <Links alarm={alarm} />
    </section>
  )
}

/** The value with its limit; without a value the state in words. */
function Reading({ alarm: { value, unit, limit, limitKind, kind } }: Pick<Props, 'alarm'>) {
  const t = useT()
  const format = useFormat()
  if (value === null || value === '')
    return (
      <p className="alarm-value">
        <b>{kind === 'normal' ? t('main:alarm.state.normal') : t(`main:alarm.kind.${kind}`)}</b>
      </p>
    )
  if (!limit)
    return (
      <p className="alarm-value">
        <b>{alarmValueText({ t, format }, value, unit)}</b>
      </p>
    )
  const [valueText, limitText] = comparedTexts({ t, format }, [value, limit.value], unit)
  const distance = distanceBeyond({ value, limit: limit.value, kind: limitKind })
  return (
    <p className="alarm-value">
      <b>{valueText}</b>{' '}
      <span>
        {t('main:alarm.head.limit', { limit: limitText })}
        {distance && (
          <>
            {' · '}
            {t(`main:alarm.head.${distance.side}`, { distance: differenceText({ t, format }, distance.by, unit) })}
          </>
        )}
      </span>
    </p>
  )
}

/** Returns how far a value is beyond its limit; null when it is not, or is no number. */
function distanceBeyond({
  value,
  limit,
  kind,
}: {
  value: number | string
  limit: number | string
  kind: 'high' | 'low' | 'state' | null
}): { side: 'above' | 'below'; by: number } | null {
  if (typeof value !== 'number' || typeof limit !== 'number') return null
  if (kind === 'high' && value > limit) return { side: 'above', by: value - limit }
  if (kind === 'low' && value < limit) return { side: 'below', by: limit - value }
  return null
}

/** When it was raised, relative and absolute, and when it returned to normal. */
function Since({ alarm, timeZone }: Pick<Props, 'alarm' | 'timeZone'>) {
  const t = useT()
  const format = useFormat()
  const { now } = usePageContext()
  // An older time is absolute already.
  const isNear = (at: string) => format.distance(at, now) !== null
  return (
    <>
      <p className="alarm-since">
        <AlarmStateBadge alarm={alarm} /> {!alarm.acknowledged && <AckBadge alarm={alarm} />}
      </p>
      <p className="alarm-since">
        <span>
          {t('main:alarm.raisedAt')} <Time at={alarm.since} timeZone={timeZone} />
          {isNear(alarm.since) && <span className="text-soft"> · {format.minute(alarm.since, timeZone)}</span>}
        </span>
        {alarm.returned && (
          <span>
            {t('main:alarm.returnedAt')} <Time at={alarm.returned} timeZone={timeZone} />
            {isNear(alarm.returned) && <span className="text-soft"> · {format.minute(alarm.returned, timeZone)}</span>}
          </span>
        )}
      </p>
    </>
  )
}

/** Who acknowledged it, when, until when, and with which note. */
function Acknowledged({ alarm: { acknowledged, until }, timeZone }: Pick<Props, 'alarm' | 'timeZone'>) {
  const t = useT()
  if (!acknowledged) return null
  return (
    <p className="text-soft">
      {t('main:alarm.head.acknowledgedBy')} <bdi className="font-medium text-ink">{acknowledged.by}</bdi>
      {acknowledged.at && (
        <>
          , <Time at={acknowledged.at} timeZone={timeZone} />
        </>
      )}
      {until && (
        <>
          {' · '}
          {t('main:alarm.until')} <Time at={until} timeZone={timeZone} />
        </>
      )}
      {acknowledged.note && (
        <q className="block text-ink">
          <bdi>{acknowledged.note}</bdi>
        </q>
      )}
    </p>
  )
}

/** `eTag` is the version of the alarm that the page shows and that is acknowledged. */
function AcknowledgeForm({ eTag, formKey }: Pick<Props, 'eTag' | 'formKey'>) {
  const t = useT()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'acknowledge', defaultValue: {} })
  const options = [
    { value: '', label: t('main:alarm.for.none') },
    ...acknowledgementSpans.map((value) => ({ value, label: t(`main:alarm.for.${value}`) })),
  ]
  return (
    <div className="alarm-acknowledge no-print">
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      <Form {...form.form} hidden={{ eTag, [metaFields.key]: reply?.key ?? formKey, [metaFields.stage]: 'apply' }}>
        <div className="alarm-fields">
          <TextInput
            name={metaFields.reason}
            label={t('main:alarm.note')}
            isOptional
            error={form.errorOf(metaFields.reason)}
            defaultValue={reply?.reason}
            maxLength={500}
            autoComplete="off"
          />
          <Select
            name="for"
            label={t('main:alarm.for.label')}
            options={options}
            defaultValue={form.input('for').defaultValue ?? ''}
          />
          <Button look="primary">{t('main:alarm.acknowledgeOne')}</Button>
        </div>
      </Form>
    </div>
  )
}

/** The point, the equipment, their faults, and the places down to the controller. */
function Links({ alarm }: Pick<Props, 'alarm'>) {
  const t = useT()
  const links = [
    alarm.pointHref && { term: t('main:alarm.point'), label: alarm.point, href: alarm.pointHref },
    alarm.equipmentHref && { term: t('entity.equipment'), label: alarm.equipment, href: alarm.equipmentHref },
    alarm.faultsHref && { term: null, label: t('main:view.faults'), href: alarm.faultsHref },
  ].filter((link) => link !== '' && link !== null)
  return (
    <ul className="alarm-links">
      <li>
        <PathLinks way={alarm.way} fallback={alarm.device || alarm.site} />
      </li>
      {links.map(({ term, label, href }) => (
        <li key={href}>
          {term && <span className="text-soft">{term} </span>}
          <A href={href}>
            <bdi>{label}</bdi>
          </A>
        </li>
      ))}
    </ul>
  )
}

/** The places down to the controller, each as a link. */
function PathLinks({ way, fallback }: { way: AlarmPageData['alarm']['way']; fallback: string }) {
  if (way.length === 0) return <bdi>{fallback}</bdi>
  return way.map(({ name, href }, at) => (
    <Fragment key={href}>
      {at > 0 && ' / '}
      <A href={href}>
        <bdi>{name}</bdi>
      </A>
    </Fragment>
  ))
}
