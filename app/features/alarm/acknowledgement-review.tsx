/** The plan of an acknowledgement: a summary sentence, critical alarms in the open, the others folded. */

import { severities } from '#contracts/alarm-names'
import type { Severity } from '#contracts/alarms'
import type { PlanReply, PlanRow } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import type { AcknowledgementSpan } from '~/domain/acknowledgement'
import { useT } from '~/i18n/use-t'
import { Disclosure } from '~/ui/disclosure'
import { useFormat } from '~/ui/use-format'

/** The maximum number of names: a plan of ten thousand alarms is reviewed by its summary. */
const maxNamed = 200

export function AcknowledgementReview({ reply, cancelHref }: { reply: PlanReply; cancelHref: string }) {
  const t = useT()
  const { rows } = reply.plan
  const changed = rows.filter(({ effect }) => effect === 'change')
  const unchanged = rows.filter(({ effect }) => effect !== 'change')
  return (
    <PlanForm
      reply={reply}
      cancelHref={cancelHref}
      words={{
        caption: t('main:alarm.plan.caption'),
        subjectTitle: t('entity.alarm'),
        apply: t('main:alarm.plan.apply', { count: changed.length }),
        sentence: <Sentence changed={changed} all={rows.length} place={placeName(reply)} />,
        reason: { label: t('main:alarm.note'), hint: t('main:alarm.noteHint') },
      }}
      table={<Folded changed={changed} unchanged={unchanged} moved={reply.plan.moved} />}
    />
  )
}

function Sentence({ changed, all, place }: { changed: readonly PlanRow[]; all: number; place: string | null }) {
  const t = useT()
  const format = useFormat()
  const kinds = severities.flatMap((severity) => {
    const count = changed.filter((row) => severityOf(row) === severity).length
    return count > 0 ? [`${t('count.plain', { count })} ${t(`severity.${severity}`).toLowerCase()}`] : []
  })
  const span = changed[0]?.fields.find(({ name }) => name === 'until')?.to
  return (
    <div>
      <p className="text-lg font-semibold">{t('main:alarm.plan.going', { count: changed.length })}</p>
      {all > changed.length && <p>{t('main:alarm.plan.of', { count: all })}</p>}
      {place && <p>{t('main:alarm.plan.from', { place })}</p>}
      {kinds.length > 0 && <p className="text-soft">{t('main:alarm.plan.kinds', { kinds: format.list(kinds) })}</p>}
      {span && <p>{t('main:alarm.plan.until', { span: t(`main:alarm.for.${span as AcknowledgementSpan}`) })}</p>}
    </div>
  )
}

const placeFields: readonly string[] = ['deviceId', 'spaceId', 'buildingId', 'siteId', 'groupId']

/** Returns the place whose alarms are all acknowledged; null for a customer or for individually selected alarms. */
function placeName({ fields, plan: { rows } }: PlanReply): string | null {
  const posted = new Map(fields)
  const id = posted.has('all') && placeFields.map((name) => posted.get(name)).find(Boolean)
  return rows[0]?.subject.path?.find((node) => node.id === id)?.name ?? null
}

const severityOf = ({ fields }: PlanRow) => fields.find(({ name }) => name === 'severity')?.to as Severity | undefined

/** Critical alarms are listed in the open; the others are folded. */
function Folded({
  changed,
  unchanged,
  moved,
}: {
  changed: readonly PlanRow[]
  unchanged: readonly PlanRow[]
  moved: readonly string[]
}) {
  const t = useT()
  const critical = changed.filter((row) => severityOf(row) === 'critical')
  const others = changed.filter((row) => severityOf(row) !== 'critical')
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      {critical.length > 0 && (
        <section aria-labelledby="critical-alarms">
          <h3 id="critical-alarms" className="font-medium">
            {t('main:alarm.plan.critical', { count: critical.length })}
          </h3>
          <Names rows={critical} moved={moved} />
        </section>
      )}
      {unchanged.length > 0 && (
        <Disclosure title={t('main:alarm.plan.left', { count: unchanged.length })} isOpen={unchanged.length <= 20}>
          <Names rows={unchanged} moved={moved} />
        </Disclosure>
      )}
      {others.length > 0 && (
        <Disclosure
          title={
            critical.length > 0
              ? t('main:alarm.plan.others', { count: others.length })
              : t('count.alarms', { count: others.length })
          }
          isOpen={others.length <= 5}
        >
          <Names rows={others} moved={moved} />
        </Disclosure>
      )}
      {changed.length + unchanged.length === 0 && <p>{t('main:alarm.plan.none')}</p>}
    </div>
  )
}

function Names({ rows, moved }: { rows: readonly PlanRow[]; moved: readonly string[] }) {
  const t = useT()
  return (
    <ul className="list-disc ps-8">
      {rows.slice(0, maxNamed).map((row) => (
        <li key={row.subject.id}>
          <bdi>{row.subject.name}</bdi> <span className="text-soft">{reasonText(row)}</span>
          {moved.includes(row.subject.id) && <span className="text-warn"> · {t('difference.moved')}</span>}
        </li>
      ))}
      {rows.length > maxNamed && <li>{t('main:alarm.plan.more', { count: rows.length - maxNamed })}</li>}
    </ul>
  )

  function reasonText({ effect, fields }: PlanRow): string {
    const [first] = fields
    if (effect === 'change' || !first) return ''
    if (first.name === 'notRequired') return t('main:alarm.plan.same.notRequired')
    return first.to
      ? t('main:alarm.plan.same.acknowledgedBy', { name: first.to })
      : t('main:alarm.plan.same.acknowledged')
  }
}
