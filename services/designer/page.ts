/** Pictures of project pages, without the readings of their points. */
import type { DesignerElement } from '../contracts/designer-page'

export interface DrawingPage {
  title: string
  width: number
  height: number
  elements: readonly DesignerElement[]
}

const style =
  'rect,circle,.building{fill:#e8eef5;stroke:#5b6b7d;stroke-width:2}line{stroke:#c9d6e2}polyline{fill:none;stroke-width:3}' +
  '.air{stroke:#8fb7d9}.cold{stroke:#3b82c4}.hot{stroke:#d9663b}.return{stroke-dasharray:8 6}.ground{fill:#e3eee4}' +
  '.water{fill:#cfe2f5}.road{fill:#dde3e8}text{fill:#1d2733;font-family:system-ui,sans-serif}.sheet{fill:#fff;stroke:none}' +
  '.link{fill:#d7e7fb}@media(prefers-color-scheme:dark){.sheet{fill:#151b22}rect,circle,.building{fill:#232d38;' +
  'stroke:#8b9bad}.ground{fill:#1b2a20}.water{fill:#1a2c40}.road{fill:#2a333c}text{fill:#e6edf4}.link{fill:#1f3550}}'

/** The size of letters: as many of them as fit a page of this width. */
const letterSize = (width: number) => width / 64

export function renderDrawing({ title, width, height, elements }: DrawingPage): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ` font-size="${letterSize(width)}"><title>${escaped(title)}</title><style>${style}</style>`,
    `<rect class="sheet" width="${width}" height="${height}"/>`,
    ...elements.map((element) => renderElement(element).replace(/\{\{\w+\}\}/g, escaped(title))),
    '</svg>',
  ].join('')
}

function renderElement(element: DesignerElement): string {
  switch (element.kind) {
    case 'area': {
      const { outline, of, label = '', labelAt } = element
      const [x, y] = labelAt ?? besideFirstCorner(outline)
      return `<polygon class="${of}" points="${outline.join(' ')}"/>${text([x, y], label)}`
    }
    case 'duct': {
      const [[x1, y1], [x2, y2]] = [element.from, element.to]
      const { width = 16 } = element
      return `<line class="${element.of}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke-width="${width}"/>`
    }
    case 'pipe':
      return `<polyline class="${element.of}${element.isReturn ? ' return' : ''}" points="${element.through.join(' ')}"/>`
    case 'symbol':
      return `<circle cx="${element.x}" cy="${element.y}" r="${(element.size ?? 54) / 3}"/>`
    case 'text':
      return text([element.x, element.y], element.text)
    case 'value':
      return text([element.x, element.y], element.label)
    default: {
      const { kind, x, y, width, height, label } = element
      return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${text([x + 12, y + 24], label)}`
    }
  }
}

/** Where the label of an area starts by default. */
const besideFirstCorner = ([first]: readonly (readonly [number, number])[]): readonly [number, number] =>
  first ? [first[0] + 12, first[1] + 24] : [0, 0]

const text = ([x, y]: readonly [number, number], words: string) =>
  words ? `<text x="${x}" y="${y}">${escaped(words)}</text>` : ''

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
