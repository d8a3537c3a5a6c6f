/** Where the words of marks stand on a drawing, so that none lies over another one or over a mark. */

export interface Labelled {
  x: number
  y: number
  /** How far the mark itself reaches. */
  radius: number
  lines: readonly string[]
}

export interface Label {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Of letters of 11 pixels; wide ones are rarer than narrow ones. */
const letter = 6.1
const line = 13
const gap = 4

/** A place for the words of each mark: right of it, left, below or above; null where there is none. */
export function labelsOf(marks: readonly Labelled[], { width, height }: { width: number; height: number }) {
  const taken = marks.map(({ x, y, radius }): Box => around(x, y, radius, radius))
  return marks.map((mark): Label | null => {
    for (const label of places(mark)) {
      const box = boxOf(label, mark)
      const isInside = box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height
      if (!isInside || taken.some((one) => overlap(one, box))) continue
      taken.push(box)
      return label
    }
    return null
  })
}

/** The first line's middle, and the side that its text hangs on. */
function places({ x, y, radius, lines }: Labelled): Label[] {
  const beside = y - ((lines.length - 1) * line) / 2
  const away = radius + gap
  return [
    { x: x + away, y: beside, anchor: 'start' },
    { x: x - away, y: beside, anchor: 'end' },
    { x, y: y + away + line / 2, anchor: 'middle' },
    { x, y: y - away - line * (lines.length - 0.5), anchor: 'middle' },
  ]
}

function boxOf({ x, y, anchor }: Label, { lines }: Labelled): Box {
  const wide = Math.max(...lines.map((text) => [...text].length)) * letter
  const left = { start: x, middle: x - wide / 2, end: x - wide }[anchor]
  const top = y - line / 2
  return { left, top, right: left + wide, bottom: top + lines.length * line }
}

const around = (x: number, y: number, across: number, down: number): Box => ({
  left: x - across,
  top: y - down,
  right: x + across,
  bottom: y + down,
})

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
