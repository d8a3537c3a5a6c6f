/** A reading in a drawing: its label, value, setpoint and marks, each value a link to its point. */
import { Fragment, type ReactNode, useId } from 'react'
import { A } from '../link'
import { type DrawnMark, type DrawnReading, type DrawnValue, type MarkTone, marksOf } from './values'

const glyphs = { danger: '◆', high: '■', warn: '▲', neutral: '◌' } as const satisfies Record<MarkTone, string>
const toneClasses = {
  danger: 'is-danger',
  high: 'is-high',
  warn: 'is-warn',
  neutral: 'is-neutral',
} as const satisfies Record<MarkTone, string>

export interface ReadingPlace {
  reading: DrawnReading | undefined
  /** Where its label starts, or ends. */
  at: readonly [x: number, y: number]
  isEnd?: boolean
  /** The place where it is measured; a line leads there. */
  pin?: readonly [x: number, y: number]
  /** Everything on one line: for small readings. */
  isInline?: boolean
  /** Maximum number of characters of a value; a longer one is cut. */
  maxCharacters?: number
}

/** Renders nothing without a reading: what has no point has no slot. */
export function Reading({ reading, at, isEnd = false, pin, isInline = false, maxCharacters = 24 }: ReadingPlace) {
  const id = useId()
  if (!reading) return null
  const [x, y] = at
  const { label, value, setpoint } = reading
  const marks = marksOf(reading)
  const main = value ?? setpoint
  if (!main) return null
  // A space after a line that ends at its place would move it.
  const gap = isEnd ? '' : ' '
  const named = (one: DrawnValue, part: string) => [
    `${id}${part}n`,
    ...(one.unknown ? [] : [`${id}${part}`]),
    ...one.marks.map(({ text }) => `${id}m${marks.findIndex((mark) => mark.text === text)}`),
  ]
  return (
    <g className={isEnd ? 'ends' : undefined}>
      {pin && <Leader from={at} hasMarks={marks.length > 0} pin={pin} />}
      <text x={x} y={y}>
        <Linked value={main} labelledBy={named(main, 'v')}>
          <tspan className="label">{label}</tspan>
          {gap}
          <Text value={main} {...{ id: `${id}v`, x: isInline ? null : x, maxCharacters }} isSetpoint={!value} />
        </Linked>
        {value && setpoint && (
          <>
            {' '}
            <Linked value={setpoint} labelledBy={named(setpoint, 's')}>
              <Text value={setpoint} id={`${id}s`} x={null} isSetpoint maxCharacters={maxCharacters} />
            </Linked>
          </>
        )}
        {gap}
        {marks.length > 0 && <Marks marks={marks} id={id} x={x} />}
      </text>
    </g>
  )
}

/** The height of a reading in px. */
export const heightOf = (reading: DrawnReading) => 36 + (marksOf(reading).length > 0 ? 14 : 0)

function Leader({
  from: [, y],
  hasMarks,
  pin,
}: {
  from: ReadingPlace['at']
  hasMarks: boolean
  pin: ReadingPlace['at']
}) {
  const [pinX, pinY] = pin
  const start = pinY > y ? y + (hasMarks ? 35 : 21) : y - 13
  return (
    <g>
      <path d={`M${pinX} ${start}V${pinY}`} className="leader" />
      <circle cx={pinX} cy={pinY} r="3.5" className="pin" />
    </g>
  )
}

/** A link to the point, named by what it measures, its value and its state; plain text without an address. */
function Linked({
  value,
  labelledBy,
  children,
}: {
  value: DrawnValue
  /** Ids of the parts of its name, of which the first is its title. */
  labelledBy: readonly string[]
  children: ReactNode
}) {
  const title = <title id={labelledBy[0]}>{value.unknown ? `${value.name} ${value.unknown}` : value.name}</title>
  if (!value.href)
    return (
      <tspan>
        {title}
        {children}
      </tspan>
    )
  return (
    <A href={value.href} aria-labelledby={labelledBy.join(' ')}>
      {title}
      {children}
    </A>
  )
}

function Text({
  value,
  id,
  x,
  isSetpoint,
  maxCharacters,
}: {
  value: DrawnValue
  id: string
  /** The start of a line of its own; null on the line before. */
  x: number | null
  isSetpoint: boolean
  maxCharacters: number
}) {
  const tone = value.marks[0]?.tone
  const style = [isSetpoint ? 'set' : 'value', tone && toneClasses[tone], value.isStale && 'old']
    .filter(Boolean)
    .join(' ')
  return (
    <tspan className={style} {...(x === null ? {} : { x, dy: 16 })}>
      {tone && <tspan className="glyph">{`${glyphs[tone]}\u00a0`}</tspan>}
      {isSetpoint && <tspan className="arrow">{'→\u00a0'}</tspan>}
      <tspan id={id} data-point={value.pointId ?? undefined}>
        {cut(value.text, maxCharacters)}
      </tspan>
    </tspan>
  )
}

function Marks({ marks, id, x }: { marks: readonly DrawnMark[]; id: string; x: number }) {
  return (
    <tspan x={x} dy="14" className="note">
      {marks.map(({ tone, text }, at) => (
        <Fragment key={text}>
          {at > 0 && ', '}
          <tspan id={`${id}m${at}`} className={toneClasses[tone]}>
            {text}
          </tspan>
        </Fragment>
      ))}
    </tspan>
  )
}

const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text)
