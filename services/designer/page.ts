/** The form of a project page here: our own neutral drawing, elements with their positions in page units. */
export type Medium = 'air' | 'cold' | 'hot'

export type DrawingElement =
  /** A part of the building. */
  | { kind: 'box'; x: number; y: number; width: number; height: number; label: string }
  /** A duct or pipe between two of them. */
  | { kind: 'duct'; from: [x: number, y: number]; to: [x: number, y: number]; of: Medium }
  /** The reading of a point; `x` and `y` are the left end of its label. */
  | { kind: 'value'; x: number; y: number; label: string; deviceId: string; pointId: string }
  /** Links to another page of the project. */
  | { kind: 'link'; x: number; y: number; width: number; height: number; label: string; page: string }

export interface DrawingPage {
  title: string
  width: number
  height: number
  elements: readonly DrawingElement[]
}

const style =
  'rect{fill:#e8eef5;stroke:#5b6b7d;stroke-width:3}line{stroke-width:16}.air{stroke:#8fb7d9}.cold{stroke:#3b82c4}' +
  '.hot{stroke:#d9663b}text{fill:#1d2733;font:28px system-ui,sans-serif}.sheet{fill:#fff;stroke:none}.link{fill:#d7e7fb}' +
  '@media(prefers-color-scheme:dark){.sheet{fill:#151b22}rect{fill:#232d38;stroke:#8b9bad}text{fill:#e6edf4}.link{fill:#1f3550}}'

/** Returns the SVG of a page, without the readings of its points. */
export function renderDrawing({ title, width, height, elements }: DrawingPage): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escaped(title)}</title><style>${style}</style><rect class="sheet" width="${width}" height="${height}"/>`,
    ...elements.map((element) => renderElement(element).replace(/\{\{\w+\}\}/g, escaped(title))),
    '</svg>',
  ].join('')
}

function renderElement(element: DrawingElement): string {
  switch (element.kind) {
    case 'duct': {
      const [[x1, y1], [x2, y2]] = [element.from, element.to]
      return `<line class="${element.of}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`
    }
    case 'value':
      return `<text x="${element.x}" y="${element.y}">${escaped(element.label)}</text>`
    default: {
      const { kind, x, y, width, height, label } = element
      const text = `<text x="${x + 16}" y="${y + 40}">${escaped(label)}</text>`
      return `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${text}`
    }
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
