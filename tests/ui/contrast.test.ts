/** The colours of both themes keep apart what stands on what: text 4.5:1, marks and the edges of controls 3:1. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const [light = '', dark = ''] = readFileSync('app/tailwind.css', 'utf8').split('@theme')[0]?.split('@media') ?? []
const themes = { light: coloursIn(light), dark: { ...coloursIn(light), ...coloursIn(dark) } }

const grounds = ['canvas', 'surface', 'sunken', 'hover', 'accent-soft']
const texts = ['ink', 'soft', 'faint', 'accent', 'danger', 'warn', 'progress']
const marks = ['ok-mark', 'edge']
/** The lines of charts, and the words at their ends. */
const series = ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `series-${one}`)
const fixed: [text: string, ground: string][] = [
  ['on-accent', 'accent'],
  ['on-danger', 'danger-fill'],
  ['ink', 'mark'],
  ['warn', 'warn-soft'],
  ['danger', 'danger-soft'],
  ['info', 'info-soft'],
  ['ok', 'ok-soft'],
  ['soft', 'rail'],
  ['faint', 'rail'],
]

describe.each(Object.entries(themes))('the %s theme', (_, colours) => {
  test.each(
    texts
      .flatMap((text) => grounds.map((ground) => [text, ground]))
      .concat(
        fixed,
        series.map((one) => [one, 'surface']),
      ),
  )('%s on %s is read', (text, ground) => {
    expect(contrast(colours[text], colours[ground])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(marks.flatMap((mark) => ['surface', 'canvas', 'hover'].map((ground) => [mark, ground])))(
    '%s on %s is seen',
    (mark, ground) => {
      expect(contrast(colours[mark], colours[ground])).toBeGreaterThanOrEqual(3)
    },
  )
})

function coloursIn(css: string): Record<string, string> {
  return Object.fromEntries([...css.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]))
}

function contrast(one = '', other = ''): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
