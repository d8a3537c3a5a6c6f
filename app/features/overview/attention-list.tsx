/** The list of what needs attention: the thing, the next step and the start time, with the total of each kind. */

import './shared/overview.css'
import { useLocation } from '@remix-run/react'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { hasNoControllers, NoControllers, ReadFrom } from '~/kit/place/watched'
import { Badge, type Tone } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { AttentionKind, AttentionRow } from './shared/attention'
import type { Overview } from './shared/overview.server'

export const attentionTones = {
  criticalAlarm: 'danger',
  sendFailed: 'danger',
  deploymentFailed: 'danger',
  offline: 'danger',
  highAlarm: 'high',
  stalled: 'warn',
  faultReturned: 'high',
  fault: 'warn',
  override: 'warn',
  acknowledgedAlarm: 'neutral',
  outdated: 'warn',
  notOnboarded: 'neutral',
  tunnel: 'progress',
} as const satisfies Record<AttentionKind, Tone>

export function Attention({ attention }: { attention: Overview['attention'] }) {
  const t = useT()
  const { rows, kinds, missing, watched } = attention
  return (
    <Section title={t('main:overview.attention.title')} flush>
      <Missing questions={missing} />
      <div className="stacked-room attention">
        <Table
          caption={t('main:overview.attention.caption')}
          rows={rows}
          rowKey={(row) => `${rows.indexOf(row)}`}
          isLined
          empty={
            missing.length === 0 &&
            kinds.length === 0 &&
            (hasNoControllers(watched) ? (
              <NoControllers add={watched.add} />
            ) : (
              <EmptyState title={t('main:overview.attention.none')}>
                {t('main:overview.attention.noneText')} <ReadFrom watched={watched} />
              </EmptyState>
            ))
          }
          columns={[
            {
              key: 'state',
              title: t('main:overview.attention.column.state'),
              width: 'how',
              cell: ({ kind }) => <Badge tone={attentionTones[kind]}>{t(`main:overview.kind.${kind}`)}</Badge>,
            },
            {
              key: 'what',
              title: t('main:overview.attention.column.what'),
              isRowHeader: true,
              width: 'text',
              cell: (row) => <What row={row} kinds={kinds} />,
              whole: ({ name, text, where }) => [name, text, where].filter(Boolean).join(' · ') || undefined,
            },
            {
              key: 'next',
              title: t('main:overview.attention.column.next'),
              width: 'kind',
              cell: ({ next }) => next && <A href={next.href}>{t(`main:overview.step.${next.step}`)}</A>,
            },
            {
              key: 'since',
              title: t('main:overview.attention.column.since'),
              width: 'when',
              cell: ({ since }) => since && <Time at={since} />,
            },
          ]}
        />
      </div>
      <Kinds kinds={kinds} />
    </Section>
  )
}

type Kinds = Overview['attention']['kinds']

function What({ row, kinds }: { row: AttentionRow; kinds: Kinds }) {
  const t = useT()
  const { kind, name, href, where } = row
  const about = [useNote(row), where].filter(Boolean).join(' · ')
  if (name === null && (kind === 'outdated' || kind === 'notOnboarded')) {
    const counted = kinds.find((one) => one.kind === kind)?.counted ?? { count: 0, isCapped: false }
    const words = t(`main:overview.many.${kind}`, { count: counted.count, counted: countText(t, 'plain', counted) })
    return href ? <A href={href}>{words}</A> : words
  }
  return <AttentionText name={name} href={href} about={about} />
}

/** The name of a row and what is said about it; without a name, that is its link. */
export function AttentionText({ name, href, about }: Pick<AttentionRow, 'name' | 'href'> & { about: string }) {
  const label = <bdi>{name ?? about}</bdi>
  return (
    <>
      {href ? <A href={href}>{label}</A> : label} {name && about && <bdi className="text-soft">{about}</bdi>}
    </>
  )
}

/** Returns the note beside the name of a row. */
function useNote({ kind, text }: AttentionRow): string {
  const t = useT()
  if (kind === 'stalled' || kind === 'tunnel') return t(`main:overview.says.${kind}`)
  if (!text) return ''
  return kind === 'sendFailed' || kind === 'deploymentFailed' ? t(`main:overview.says.${kind}`, { text }) : text
}

function Kinds({ kinds }: { kinds: Kinds }) {
  const t = useT()
  if (kinds.length === 0) return null
  return (
    <div className="in-all">
      <p>{t('main:overview.attention.all')}</p>
      <ul>
        {kinds.map(({ kind, counted, href }) => {
          const words = t(`main:overview.all.${kind}`, {
            count: counted.count,
            counted: countText(t, 'plain', counted),
          })
          return <li key={kind}>{href ? <A href={href}>{words}</A> : words}</li>
        })}
      </ul>
    </div>
  )
}

function Missing({ questions }: { questions: Overview['attention']['missing'] }) {
  const t = useT()
  const format = useFormat()
  const { pathname } = useLocation()
  if (questions.length === 0) return null
  const names = format.list(questions.map((question) => t(`main:overview.question.${question}`)))
  return (
    <div className="px-4 py-3">
      <Notice tone="warn" quiet>
        {t('main:overview.attention.missing', { questions: names })} <A href={pathname}>{t('action.retry')}</A>
      </Notice>
    </div>
  )
}
