/** A screen of a designer project as SVG of the server, with values that are links to their points. */
import './screen.css'
import '~/ui/drawing/drawing.css'
import type { ReactNode } from 'react'
import type { DesignerMedium } from '#contracts/designer-page'
import { drawnValue } from '~/features/equipment/shared/drawn-equipment'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Reading } from '~/ui/drawing/reading'
import { Arrow, Coil, Damper, Fan, Filter, Person, Pump, Valve } from '~/ui/drawing/symbols'
import type { DrawnReading, DrawnValue } from '~/ui/drawing/values'
import type { Format } from '~/ui/format'
import { A } from '~/ui/link'
import { useFormat } from '~/ui/use-format'
import type { Screen, ScreenElement, ScreenSource } from './screen.server'

interface Words {
  t: Translate
  format: Format
}

type Kind<K extends ScreenElement['kind']> = ScreenElement & { kind: K }

/** Letters stay readable where the screen has three quarters of its own width. */
const letterScale = 1.22

export function ScreenDrawing({ screen, label }: { screen: Screen; label: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <figure className="schematic screen">
      <ScreenSvg screen={screen} label={label}>
        {screen.elements.map(
          (element) =>
            element.kind === 'value' && (
              <g key={keyOf(element, screen)} transform={`translate(${element.x} ${element.y}) scale(${letterScale})`}>
                <Reading reading={screenReading({ t, format }, element)} at={[0, 0]} />
              </g>
            ),
        )}
      </ScreenSvg>
    </figure>
  )
}

/** A screen as a small picture with the names of its areas alone, beside its title. */
export function ScreenPreview({ screen }: { screen: Pick<Screen, 'width' | 'height' | 'elements'> }) {
  return (
    <span className="schematic screen preview" aria-hidden="true">
      <ScreenSvg screen={screen} label={null} />
    </span>
  )
}

function ScreenSvg({
  screen,
  label,
  children,
}: {
  screen: Pick<Screen, 'width' | 'height' | 'elements'>
  /** Null for a picture that is not read out. */
  label: string | null
  children?: ReactNode
}) {
  const { width, height } = screen
  const box = { width, height, viewBox: `0 0 ${width} ${height}` }
  const parts = runsOf(screen.elements).map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: elements have no ids, and never move
    <g key={index}>
      {run.map((element) => (
        <Part key={keyOf(element, screen)} element={element} isPlain={label === null} />
      ))}
      {run.map((element) => element.kind === 'duct' && <DuctInside key={keyOf(element, screen)} duct={element} />)}
    </g>
  ))
  if (label === null) return <svg {...box}>{parts}</svg>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg role="group" aria-label={label} {...box}>
      {parts}
      {children}
    </svg>
  )
}

const keyOf = (element: ScreenElement, { elements }: Pick<Screen, 'elements'>) => elements.indexOf(element)

/** Returns the elements in their order; ducts that are neighbours in it together, since they are joined. */
function runsOf(elements: readonly ScreenElement[]): ScreenElement[][] {
  const runs: ScreenElement[][] = []
  for (const element of elements) {
    const last = runs.at(-1)
    if (last && element.kind === 'duct' && last[0]?.kind === 'duct') last.push(element)
    else runs.push([element])
  }
  return runs
}

function Part({ element, isPlain }: { element: ScreenElement; isPlain: boolean }) {
  switch (element.kind) {
    case 'box':
      return (
        <>
          <rect {...frameOf(element)} rx="6" className="part rim" />
          {!isPlain && <Label at={[element.x + 12, element.y + 22]}>{element.label}</Label>}
        </>
      )
    case 'area':
      return <Area area={element} isPlain={isPlain} />
    case 'duct': {
      const { from, to, width = 16 } = element
      return <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} strokeWidth={width} className="duct" />
    }
    case 'pipe':
      return (
        <polyline
          points={pointsOf(element.through)}
          className={`pipe ${element.of === 'air' ? '' : element.of} ${element.isReturn ? 'far' : ''}`}
        />
      )
    case 'text':
      return isPlain ? null : <Label at={[element.x, element.y]}>{element.text}</Label>
    case 'symbol':
      return <SymbolPart element={element} />
    case 'link':
      return <PageLink link={element} isPlain={isPlain} />
    case 'value':
      return null
  }
}

const insideClass = {
  air: 'duct inside-air',
  cold: 'duct inside-cold',
  hot: 'duct inside-hot',
} as const satisfies Record<DesignerMedium, string>

const areaClass = {
  building: 'building',
  ground: 'ground',
  water: 'water',
  road: 'road',
} as const satisfies Record<Kind<'area'>['of'], string>

function DuctInside({ duct: { from, to, width = 16, of } }: { duct: Kind<'duct'> }) {
  const inside = Math.max(1, width - 2.5)
  return <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} strokeWidth={inside} className={insideClass[of]} />
}

function Area({ area, isPlain }: { area: Kind<'area'>; isPlain: boolean }) {
  const { outline, of, label, labelAt, href } = area
  const [first = [0, 0]] = outline
  const shape = (
    <>
      <polygon points={pointsOf(outline)} className={areaClass[of]} />
      {label && <Label at={labelAt ?? [first[0] + 12, first[1] + 22]}>{label}</Label>}
    </>
  )
  if (isPlain || !href || !label) return shape
  return (
    <A href={href} className="to-screen">
      {shape}
    </A>
  )
}

function PageLink({ link, isPlain }: { link: Kind<'link'>; isPlain: boolean }) {
  const { x, y, height, label, href } = link
  const shape = <rect {...frameOf(link)} rx="6" className="plate" />
  if (isPlain) return shape
  const inside = (
    <>
      {shape}
      <Label at={[x + 12, y + height / 2 + 4]}>{label}</Label>
    </>
  )
  // A page that the project does not have is no link.
  return href && label ? (
    <A href={href} className="to-screen">
      {inside}
    </A>
  ) : (
    <g>{inside}</g>
  )
}

function Label({ at: [x, y], children }: { at: readonly [number, number]; children: string }) {
  return (
    <text x={x} y={y} className="name">
      {children}
    </text>
  )
}

/** A part whose position or state is not known is dashed. */
function SymbolPart({ element }: { element: Kind<'symbol'> }) {
  const t = useT()
  const format = useFormat()
  const point = element.source?.point ?? null
  return <g data-symbol={point?.id}>{drawnSymbol(element, drawnValue({ t, format }, point, ''))}</g>
}

function drawnSymbol(
  { symbol, x, y, size = 54, turned = 0 }: Kind<'symbol'>,
  { isOn, percent }: Pick<DrawnValue, 'isOn' | 'percent'>,
): ReactNode {
  const at = [x, y] as const
  switch (symbol) {
    case 'arrow':
      return <Arrow at={at} turned={turned} />
    case 'coolingCoil':
    case 'heatingCoil':
      return <Coil at={at} height={size} turned={turned} heats={symbol === 'heatingCoil'} percent={percent} />
    case 'damper':
      return <Damper at={at} height={size} turned={turned} percent={percent} />
    case 'fan':
      return <Fan at={at} radius={size / 2} isOn={isOn} />
    case 'filter':
      return <Filter at={at} height={size} turned={turned} />
    case 'person':
      return <Person at={at} isOn={isOn} />
    case 'pump':
      return <Pump at={at} turned={turned} isOn={isOn} />
    case 'valve':
      return <Valve at={at} turned={turned} percent={percent} />
  }
}

/** Returns the reading of an element, with a word where its value is not known. */
function screenReading(words: Words, { label, source, setpoint }: Kind<'value'>): DrawnReading {
  return {
    label,
    value: sourceValue(words, source, label),
    setpoint: setpoint && sourceValue(words, setpoint, words.t('main:designer.setpointOf', { name: label })),
  }
}

function sourceValue({ t, format }: Words, { point, problem }: ScreenSource, label: string): DrawnValue {
  const value = drawnValue({ t, format }, point, point ? valueName(t, label, point.name) : label)
  if (problem === null) return value
  const text = t(`main:designer.problem.${problem}`)
  return { ...value, unknown: text, marks: [{ tone: 'neutral', text }] }
}

const valueName = (t: Translate, label: string, name: string) =>
  label ? t('main:designer.valueName', { label, name }) : name

const frameOf = ({ x, y, width, height }: Kind<'box' | 'link'>) => ({ x, y, width, height })

const pointsOf = (corners: readonly (readonly [number, number])[]) => corners.map(([x, y]) => `${x} ${y}`).join(' ')
