/** Readings one below the other; short ones without a setpoint share a line. */
import { heightOf, Reading } from './reading'
import { type DrawnReading, marksOf } from './values'

/** Maximum number of characters of a value that shares its line, and of one with a line of its own. */
const maxShared = 11
const maxAlone = 22
const maxSharedLabel = 14

export interface ReadingLine {
  readings: DrawnReading[]
  offset: number
}

/** `x` has the starts of both columns. */
export function ReadingLines({
  lines,
  x,
  top,
}: {
  lines: readonly ReadingLine[]
  x: readonly [number, number]
  top: number
}) {
  return (
    <>
      {lines.map(({ readings, offset }) =>
        readings.map((reading, at) => (
          <Reading
            key={`${reading.label} ${(reading.value ?? reading.setpoint)?.name}`}
            reading={reading}
            at={[x[at] ?? x[0], top + offset + 14]}
            maxCharacters={readings.length > 1 ? maxShared : maxAlone}
          />
        )),
      )}
    </>
  )
}

export function linesOf(readings: readonly DrawnReading[]): { lines: ReadingLine[]; height: number } {
  const lines: ReadingLine[] = []
  let height = 0
  for (const reading of readings) {
    const before = lines.at(-1)
    const [first] = before?.readings ?? []
    if (before && first && before.readings.length === 1 && isShort(first) && isShort(reading)) {
      before.readings.push(reading)
      height = before.offset + Math.max(heightOf(first), heightOf(reading))
      continue
    }
    lines.push({ readings: [reading], offset: height })
    height += heightOf(reading)
  }
  return { lines, height }
}

function isShort(reading: DrawnReading): boolean {
  const { label, value, setpoint } = reading
  const marks = marksOf(reading)
  const maxText = marks.length > 0 ? maxShared - 2 : maxShared
  const markText = marks.map(({ text }) => text).join(', ')
  return (
    !setpoint &&
    (value?.text ?? '').length <= maxText &&
    label.length <= maxSharedLabel &&
    markText.length <= maxSharedLabel
  )
}
