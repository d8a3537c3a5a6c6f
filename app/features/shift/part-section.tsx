/** One part of a shift page: its counts, each linked to its list, and the first rows. */
import '../overview/shared/overview.css'
import { serviceProblemText } from '~/change/problem-text'
import { isUnknownCount } from '~/domain/count'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import type { PartContent, PartName, ShiftLine, ShiftRow } from './part'
import type { PartContents } from './parts.server'

interface PartProps {
  name: PartName
  part: NonNullable<PartContents[PartName]> | false
  /** The zone of the site; undefined for the reader's own. */
  timeZone: string | undefined
}

export function ShiftPart({ name, part, timeZone }: PartProps) {
  const t = useT()
  const title = t(`main:shift.part.${name}`)
  return (
    <Section title={title} flush>
      {part === false || !part.ok ? (
        <div className="p-4">
          <Unavailable detail={part ? serviceProblemText(t, part.problem) : undefined} />
        </div>
      ) : part.value === null ? (
        <p className="px-4 py-3 text-soft">{t('main:shift.notListed')}</p>
      ) : (
        <PartBody name={name} title={title} part={part.value} timeZone={timeZone} />
      )}
    </Section>
  )
}

function PartBody({
  name,
  title,
  part: { lines, rows, isPartial },
  timeZone,
}: Pick<PartProps, 'name' | 'timeZone'> & { title: string; part: PartContent }) {
  const t = useT()
  const isQuiet = rows.length === 0 && lines.every(({ counted }) => counted.count === 0 && !counted.isCapped)
  if (isQuiet && !isPartial) return <p className="px-4 py-3 text-soft">{t(`main:shift.none.${name}`)}</p>
  return (
    <>
      <ul className="shift-lines">
        {lines.map((line) => (
          <li key={line.text}>
            <CountLine line={line} />
          </li>
        ))}
      </ul>
      {rows.length > 0 && (
        <div className="stacked-room">
          <Table
            caption={title}
            rows={rows}
            rowKey={(row) => `${rows.indexOf(row)}`}
            isLined
            columns={[
              {
                key: 'state',
                title: t('field.state'),
                width: 'how',
                cell: ({ state, tone }) => <Badge tone={tone}>{state}</Badge>,
              },
              {
                key: 'what',
                title: t('main:shift.column.what'),
                isRowHeader: true,
                width: 'text',
                cell: (row) => <RowText row={row} />,
                whole: ({ name: own, text, where }) => [own, text, where].filter(Boolean).join(' · ') || undefined,
              },
              {
                key: 'when',
                title: t('main:shift.column.when'),
                width: 'kind',
                cell: ({ at }) => at && <Time at={at} timeZone={timeZone} />,
              },
            ]}
          />
        </div>
      )}
      {isPartial && <p className="px-4 py-2 text-sm text-soft">{t('main:shift.partial')}</p>}
    </>
  )
}

function CountLine({ line: { text, counted, href } }: { line: ShiftLine }) {
  const t = useT()
  const words = (
    <>
      <b>{isUnknownCount(counted) ? t('main:shift.unknown') : countText(t, 'plain', counted)}</b> {text}
    </>
  )
  return href ? <A href={href}>{words}</A> : <span className="text-soft">{words}</span>
}

function RowText({ row: { name, text, where, href } }: { row: ShiftRow }) {
  const about = [text, where].filter(Boolean).join(' · ')
  return (
    <>
      <A href={href}>
        <bdi>{name || about}</bdi>
      </A>{' '}
      {name && about && <bdi className="text-soft">{about}</bdi>}
    </>
  )
}
