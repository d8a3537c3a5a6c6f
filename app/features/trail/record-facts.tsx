/** The facts of a record: time, person, subject, place, and reasons. */
import { Fragment } from 'react'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { TrailRecord } from '~/trail/record'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { LogTime } from '~/ui/time'

export function RecordFacts({
  record,
  ending,
  why,
  mayFind,
  subjectHref: to,
}: {
  record: TrailRecord
  ending: Pick<TrailRecord, 'at'> | null
  /** The reason of its outcome; '' without one. */
  why: string
  /** Whether the reader may search the trail. */
  mayFind: boolean
  /** The present page of the subject. */
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

/** The recorded place; each part links to the changes there and below. */
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
