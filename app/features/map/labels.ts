/** Positions of the labels of map marks, without overlaps. */

export interface LabelledMark {
  x: number
  y: number
  /** The radius of the mark, in pixels. */
  radius: number
  lines: readonly string[]
  /** The lines where there is no room for all. */
  shortLines?: readonly string[]
  /** Gives way to the others on a phone, with its mark. */
  isMinor?: boolean
}

interface LabelPosition {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
}

export interface MapLabel extends LabelPosition {
  /** Whether it has the short lines. */
  isShort: boolean
  /** Whether it overlaps nothing on a phone either, where the map is smaller and its letters are not. */
  isOnPhone: boolean
}

interface LabelBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Average letter width at 11 px, where wide letters are rarer than narrow ones, and in the last line, which is bold. */
const letter = 6.1
const boldLetter = 6.8
const line = 13
const gap = 4

/** How much smaller the map is on a narrow phone, and its marks. */
const [phoneScale, phoneMarks] = [0.445, 0.8]

/** Returns a position for each label: right, left, below or above its mark; null when none is free. */
export function placeLabels(marks: readonly LabelledMark[], size: { width: number; height: number }) {
  const taken = marks.map(({ x, y, radius }) => around(x, y, radius, radius))
  const labels = marks.map(({ shortLines, ...mark }): Omit<MapLabel, 'isOnPhone'> | null => {
    for (const { lines, isShort } of [
      { lines: mark.lines, isShort: false },
      ...(shortLines && shortLines.length < mark.lines.length ? [{ lines: shortLines, isShort: true }] : []),
    ])
      for (const label of places({ ...mark, lines })) {
        const box = boxOf(label, lines)
        if (!isFree(box, taken, size)) continue
        taken.push(box)
        return { ...label, isShort }
      }
    return null
  })
  const onPhone = labelsOnPhone(marks, labels, size)
  return labels.map((label, index): MapLabel | null => label && { ...label, isOnPhone: onPhone.has(index) })
}

/** Returns the indices of the labels that are free at the size of a phone, at the same distance from their marks. */
function labelsOnPhone(
  marks: readonly LabelledMark[],
  labels: readonly (Omit<MapLabel, 'isOnPhone'> | null)[],
  { width, height }: { width: number; height: number },
): Set<number> {
  const size = { width: width * phoneScale, height: height * phoneScale }
  const taken = marks
    .filter(({ isMinor }) => !isMinor)
    .map(({ x, y, radius }) => around(x * phoneScale, y * phoneScale, radius * phoneMarks, radius * phoneMarks))
  const free = new Set<number>()
  for (const [index, { x, y, lines, shortLines = lines }] of marks.entries()) {
    const label = labels[index]
    if (!label) continue
    const moved = { ...label, x: label.x - x + x * phoneScale, y: label.y - y + y * phoneScale }
    const box = boxOf(moved, label.isShort ? shortLines : lines, boldLetter)
    if (!isFree(box, taken, size)) continue
    taken.push(box)
    free.add(index)
  }
  return free
}

const isFree = (box: LabelBox, taken: readonly LabelBox[], { width, height }: { width: number; height: number }) =>
  box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height && !taken.some((one) => overlap(one, box))

/** The centre of the first line, and the anchor of the text. */
function places({ x, y, radius, lines }: Omit<LabelledMark, 'shortLines'>): LabelPosition[] {
  const beside = y - ((lines.length - 1) * line) / 2
  const away = radius + gap
  return [
    { x: x + away, y: beside, anchor: 'start' },
    { x: x - away, y: beside, anchor: 'end' },
    { x, y: y + away + line / 2, anchor: 'middle' },
    { x, y: y - away - line * (lines.length - 0.5), anchor: 'middle' },
  ]
}

function boxOf({ x, y, anchor }: LabelPosition, lines: readonly string[], letterWidth = letter): LabelBox {
  const wide = Math.max(
    ...lines.map((text, at) => [...text].length * (at > 0 && at === lines.length - 1 ? boldLetter : letterWidth)),
  )
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
