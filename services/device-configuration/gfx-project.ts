/**
 * Main.xml, the manifest of a graphics file: a project with a name, a version and its controller model (domain §5.9).
 */
import { SaxesParser } from 'saxes'

export interface GfxProject {
  name: string | null
  version: string | null
  /** Model type code of its controller. */
  modelType: string | null
  /** Why its build cannot succeed. */
  flaw: { step: BuildStep; message: string } | null
}

export const buildSteps = ['unzip', 'validate', 'compile', 'package'] as const
export type BuildStep = (typeof buildSteps)[number]

/** The newest project version a controller supports. */
export const supportedVersion = '7.2'

/** Maximum nesting of elements, and maximum length of an element name and of a property. */
const maxDepth = 200
const maxNameLength = 200
const maxPropertyLength = 10_000

const propertyNames = ['Name', 'Version', 'ModelType', 'Model'] as const
type PropertyName = (typeof propertyNames)[number]

/** Thrown for text that is not well-formed XML with one `Project` and no document type, within limits. */
class NoProject extends Error {}

/**
 * Reads Main.xml piece by piece, so that a large one blocks no other request, and stores only the properties of the
 * project.
 */
export class ProjectReader {
  private readonly parser = new SaxesParser()
  private readonly open: string[] = []
  private readonly texts = new Map<PropertyName, string>()
  private readonly completed = new Set<PropertyName>()
  private isProject = false
  private flaw: GfxProject['flaw'] = null

  constructor() {
    this.parser.on('doctype', () => {
      throw new NoProject('a document type')
    })
    this.parser.on('opentag', ({ name }) => {
      if (this.open.length >= maxDepth || name.length > maxNameLength) throw new NoProject('too deep or too long')
      this.open.push(name)
      if (this.open.length === 1) this.isProject = name === 'Project'
    })
    this.parser.on('closetag', () => {
      const property = this.property()
      if (property) this.completed.add(property)
      this.open.pop()
    })
    this.parser.on('text', (text) => this.add(text))
    this.parser.on('cdata', (text) => this.add(text))
    this.parser.on('processinginstruction', ({ target, body }) => {
      if (target === 'build-fails') this.flaw ??= flawOf(body)
    })
  }

  /** Reads the next piece. Throws as soon as the text cannot be a project. */
  write(piece: string): void {
    this.parser.write(piece)
  }

  /** Returns the project; null for text that is not well-formed XML with a `Project`. */
  end(): GfxProject | null {
    try {
      this.parser.close()
    } catch {
      return null
    }
    if (!this.isProject) return null
    const text = (...names: PropertyName[]) => names.map((name) => this.texts.get(name)?.trim()).find(Boolean) ?? null
    return { name: text('Name'), version: text('Version'), modelType: text('ModelType', 'Model'), flaw: this.flaw }
  }

  /** Returns the project property being read: a child of its first `Props` of that name. */
  private property(): PropertyName | undefined {
    if (this.open.length !== 3 || this.open[1] !== 'Props') return undefined
    return propertyNames.find((name) => name === this.open[2] && !this.completed.has(name))
  }

  private add(text: string): void {
    const property = this.property()
    if (!property) return
    const all = (this.texts.get(property) ?? '') + text
    if (all.length > maxPropertyLength) throw new NoProject('a property too long')
    this.texts.set(property, all)
  }
}

/**
 * Returns the flaw of `<?build-fails compile The page Lobby names a point that does not exist?>`, which makes a build
 * fail for demonstrations.
 */
function flawOf(body: string): GfxProject['flaw'] {
  const [word, ...message] = body.slice(0, maxPropertyLength).trim().split(' ')
  const step = buildSteps.find((name) => name === word)
  return step ? { step, message: message.join(' ').trim() || 'The project cannot be built.' } : null
}

/** Whether a controller supports a version: compared number by number. */
export function isSupportedVersion(version: string): boolean {
  const numbers = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0)
  const [current, newest] = [numbers(version), numbers(supportedVersion)]
  for (const [at, limit] of newest.entries()) {
    const number = current[at] ?? 0
    if (number !== limit) return number < limit
  }
  return true
}
