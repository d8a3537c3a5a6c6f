/** Positions of the labels of map marks, without overlaps. */

export interface LabelledMark {
  x: number
  y: number
  /** The radius of the mark, in pixels. */
  radius: number
  lines: readonly string[]
}

export interface MapLabel {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}

interface LabelBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Average letter width at 11 px; wide letters are rarer than narrow ones. */
const letter = 6.1
const line = 13
const gap = 4

/** Returns a position for each label: right, left, below or above its mark; null when none is free. */
export function placeLabels(marks: readonly LabelledMark[], { width, height }: { width: number; height: number }) {
  const taken = marks.map(({ x, y, radius }): LabelBox => around(x, y, radius, radius))
  return marks.map((mark): MapLabel | null => {
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

/** The centre of the first line, and the anchor of the text. */
function places({ x, y, radius, lines }: LabelledMark): MapLabel[] {
  const beside = y - ((lines.length - 1) * line) / 2
  const away = radius + gap
  return [
    { x: x + away, y: beside, anchor: 'start' },
    { x: x - away, y: beside, anchor: 'end' },
    { x, y: y + away + line / 2, anchor: 'middle' },
    { x, y: y - away - line * (lines.length - 0.5), anchor: 'middle' },
  ]
}

function boxOf({ x, y, anchor }: MapLabel, { lines }: LabelledMark): LabelBox {
  const wide = Math.max(...lines.map((text) => [...text].length)) * letter
  const left = { start: x, middle: x - wide / 2, end: x - wide }[anchor]
  const top = y - line / 2
  return { left, top, right: left + wide, bottom: top + lines.length * line }
}

const around = (x: number, y: number, across: number, down: number): LabelBox => ({
  left: x - across,
  top: y - down,
  right: x + across,
  bottom: y + down,
})

const overlap = (one: LabelBox, other: LabelBox) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
