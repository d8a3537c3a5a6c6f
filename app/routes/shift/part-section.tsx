/** One part of a shift page: its counts, each linked to its list, and the first rows. */
import { serviceText } from '~/change/problem-text'
import { isUncounted } from '~/domain/counted'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import type { Line, Part, PartName, Row } from './part'
import type { Parts } from './parts.server'

interface Props {
  name: PartName
  part: NonNullable<Parts[PartName]> | false
  /** The zone of the site; undefined for the reader's own. */
  timeZone: string | undefined
}

export function ShiftPart({ name, part, timeZone }: Props) {
  const t = useT()
  const title = t(`main:shift.part.${name}`)
  return (
    <Section title={title} flush>
      {part === false || !part.ok ? (
        <div className="p-4">
          <Unavailable detail={part ? serviceText(t, part.problem) : undefined} />
        </div>
      ) : part.value === null ? (
        <p className="px-4 py-3 text-soft">{t('main:shift.notListed')}</p>
      ) : (
        <Told name={name} title={title} part={part.value} timeZone={timeZone} />
      )}
    </Section>
  )
}

function Told({
  name,
  title,
  part: { lines, rows, isPartial },
  timeZone,
}: Pick<Props, 'name' | 'timeZone'> & { title: string; part: Part }) {
  const t = useT()
  const isQuiet = rows.length === 0 && lines.every(({ counted }) => counted.count === 0 && !counted.isCapped)
  if (isQuiet && !isPartial) return <p className="px-4 py-3 text-soft">{t(`main:shift.none.${name}`)}</p>
  return (
    <>
      <ul className="shift-lines">
        {lines.map((line) => (
          <li key={line.text}>
            <LineTold line={line} />
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
                holds: 'how',
                cell: ({ state, tone }) => <Badge tone={tone}>{state}</Badge>,
              },
              {
                key: 'what',
                title: t('main:shift.column.what'),
                isRowHeader: true,
                holds: 'text',
                cell: (row) => <What row={row} />,
                whole: ({ name: own, text, where }) => [own, text, where].filter(Boolean).join(' · ') || undefined,
              },
              {
                key: 'when',
                title: t('main:shift.column.when'),
                holds: 'kind',
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

function LineTold({ line: { text, counted, href } }: { line: Line }) {
  const t = useT()
  const words = (
    <>
      <b>{isUncounted(counted) ? t('main:shift.unknown') : countText(t, 'plain', counted)}</b> {text}
    </>
  )
  return href ? <A href={href}>{words}</A> : <span className="text-soft">{words}</span>
}

function What({ row: { name, text, where, href } }: { row: Row }) {
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
