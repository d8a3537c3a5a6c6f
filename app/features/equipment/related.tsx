/** Short lists of what concerns a piece of equipment: alarms, faults, rules and schedules. */
import { serviceProblemText } from '~/change/problem-text'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { SeverityBadge } from '~/ui/states'
import { Time } from '~/ui/time'
import type { RelatedList, RelatedLists } from './related.server'

/** Rules and schedules are left out where there are none to name. */
export function RelatedSections({ related }: { related: RelatedLists }) {
  const t = useT()
  const { alarms, faults, rules, schedules } = related
  return (
    <>
      {alarms && <Related title={t('main:view.alarms')} list={alarms} empty={t('main:equipment.noAlarms')} />}
      {faults && <Related title={t('main:view.faults')} list={faults} empty={t('main:equipment.noFaults')} />}
      {hasContent(rules) && <Related title={t('main:equipment.stoppedRules')} list={rules} />}
      {hasContent(schedules) && <Related title={t('main:equipment.schedules')} list={schedules} />}
    </>
  )
}

type Listing = NonNullable<RelatedLists['alarms']>

const hasContent = (list: Listing | null): list is Listing => list !== null && (!list.ok || list.value.rows.length > 0)

function Related({ title, list, empty = '' }: { title: string; list: Listing; empty?: string }) {
  const t = useT()
  const allHref = list.ok && list.value.rows.length > 0 ? list.value.allHref : null
  return (
    <Section
      title={title}
      aside={
        allHref && (
          <A href={allHref}>
            {t('action.show')}
            <span className="sr-only"> {title}</span>
          </A>
        )
      }
    >
      {list.ok ? (
        <Rows rows={list.value.rows} empty={empty} />
      ) : (
        <Unavailable detail={serviceProblemText(t, list.problem)} />
      )}
    </Section>
  )
}

function Rows({ rows, empty }: { rows: RelatedList['rows']; empty: string }) {
  if (rows.length === 0) return <p className="text-soft">{empty}</p>
  return (
    <ul className="space-y-1">
      {rows.map(({ id, name, href, severity, since }) => (
        <li key={id}>
          {severity && (
            <>
              <SeverityBadge severity={severity} />{' '}
            </>
          )}
          {href ? (
            <A href={href}>
              <bdi>{name}</bdi>
            </A>
          ) : (
            <bdi>{name}</bdi>
          )}
          {since && (
            <span className="text-soft">
              {' · '}
              <Time at={since} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
