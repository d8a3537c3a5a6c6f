/** Parses a page of a project. Its file is untrusted: bounded before it is parsed, and nothing of it becomes markup. */
import { DesignerDrawing, DesignerElement, designerPageLimits } from '#contracts/designer-page'

/** The width of a drawing here; letters of 11 px and more keep their size at this width. */
const drawnWidth = 960
const maxHeight = 4 * drawnWidth
const maxLetters = 60

export interface ScreenDrawing {
  width: number
  height: number
  elements: DesignerElement[]
  /** Elements that are wrong, unknown or too many. */
  skipped: number
}

/** Returns the drawing in a text, scaled to one width; null if it is not a page or is too large. */
export function parseDrawing(text: string, words: Readonly<Record<string, string>>): ScreenDrawing | null {
  if (text.length > designerPageLimits.bytes) return null
  const page = DesignerDrawing.safeParse(parseJson(text))
  if (!page.success) return null
  const { width, height, elements: raw } = page.data
  const scale = drawnWidth / width
  if (height * scale > maxHeight) return null
  const elements = raw.slice(0, designerPageLimits.elements).flatMap((one) => {
    const element = DesignerElement.safeParse(one)
    return element.success ? [scaled(element.data, scale, words)] : []
  })
  return { width: drawnWidth, height: round(height * scale), elements, skipped: raw.length - elements.length }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function scaled(element: DesignerElement, scale: number, words: Readonly<Record<string, string>>): DesignerElement {
  const corner = ([x, y]: readonly [number, number]): [number, number] => [round(x * scale), round(y * scale)]
  const text = (raw: string) => plainLabel(raw, words)
  switch (element.kind) {
    case 'area': {
      const { labelAt, label } = element
      return {
        ...element,
        outline: element.outline.map(corner),
        ...(labelAt && { labelAt: corner(labelAt) }),
        ...(label !== undefined && { label: text(label) }),
      }
    }
    case 'duct':
      return {
        ...element,
        from: corner(element.from),
        to: corner(element.to),
        width: round((element.width ?? 16) * scale),
      }
    case 'pipe':
      return { ...element, through: element.through.map(corner) }
    case 'text':
      return { ...element, x: round(element.x * scale), y: round(element.y * scale), text: text(element.text) }
    case 'symbol':
      return {
        ...element,
        x: round(element.x * scale),
        y: round(element.y * scale),
        size: round((element.size ?? 54) * scale),
      }
    case 'value':
      return { ...element, x: round(element.x * scale), y: round(element.y * scale), label: text(element.label) }
    default: {
      const { x, y, width, height, label } = element
      const [left, top] = corner([x, y])
      return {
        ...element,
        x: left,
        y: top,
        width: round(width * scale),
        height: round(height * scale),
        label: text(label),
      }
    }
  }
}

/** Control characters, and those that change the direction of the text after them. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Returns a label as one short line; `{{name}}` is replaced by a word of the page around it. */
function plainLabel(text: string, words: Readonly<Record<string, string>>): string {
  const named = text.replace(
    /\{\{(\w{1,40})\}\}/g,
    (_, name: string) => (Object.hasOwn(words, name) && words[name]) || '',
  )
  const letters = [...named.replace(unsafe, ' ').trim()]
  return letters.length > maxLetters ? `${letters.slice(0, maxLetters - 1).join('')}\u2026` : letters.join('')
}

const round = (number: number) => Math.round(number * 10) / 10
