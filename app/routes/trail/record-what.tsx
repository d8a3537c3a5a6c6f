/** What a record is about: when, who, which thing, where it was, and why it ended as it did. */
import { Fragment } from 'react'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { TrailRecord } from '~/trail/record'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { LogTime } from '~/ui/time'

export function What({
  record,
  ending,
  why,
  mayFind,
  subjectHref: to,
}: {
  record: TrailRecord
  ending: Pick<TrailRecord, 'at'> | null
  /** Why it ended as it did; '' where there is nothing to say. */
  why: string
  /** Whether its reader may look through the trail. */
  mayFind: boolean
  /** Where the thing is now. */
  subjectHref: string | null
}) {
  const t = useT()
  const { tenantId, subject } = record
  return (
    <Section>
      <Facts
        facts={[
          { term: t('main:trail.fact.when'), value: <LogTime at={record.at} /> },
          ...(ending ? [{ term: t('main:trail.fact.ended'), value: <LogTime at={ending.at} /> }] : []),
          { term: t('main:trail.fact.who'), value: <bdi>{record.actor.name}</bdi> },
          {
            term: t('main:trail.fact.role'),
            value: t(`role.${record.actor.role}` as 'role.admin', { defaultValue: record.actor.role }),
          },
          {
            term: t('main:trail.fact.subject'),
            value: to ? (
              <A href={to}>
                <bdi>{subject.name}</bdi>
              </A>
            ) : (
              <bdi>{subject.name}</bdi>
            ),
          },
          {
            term: t('main:trail.fact.path'),
            value: subject.path?.length ? <Path nodes={subject.path} trailOf={mayFind ? tenantId : null} /> : null,
          },
          { term: t('main:trail.fact.reason'), value: record.reason && <bdi>{record.reason}</bdi> },
          ...(why ? [{ term: t('main:trail.fact.why'), value: why }] : []),
          ...(record.entry === 'intent'
            ? [
                {
                  term: t('main:trail.fact.change'),
                  value: (
                    <A href={href('change', { tenantId, changeId: record.changeId })}>{t('main:trail.allOfChange')}</A>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Section>
  )
}

/** Where it was, each place leading to what was done there and below. */
function Path({ nodes, trailOf }: { nodes: readonly { id: string; name: string }[]; trailOf: string | null }) {
  return nodes.map((node, place) => (
    <Fragment key={node.id}>
      {place > 0 && ' / '}
      {trailOf ? (
        <A href={href('trail', { tenantId: trailOf }, { under: node.id })}>
          <bdi>{node.name}</bdi>
        </A>
      ) : (
        <bdi>{node.name}</bdi>
      )}
    </Fragment>
  ))
}
