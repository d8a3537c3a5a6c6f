/** Main.xml, the heart of a graphics file: a project with a name, a version and the model it is made for (domain §5.9). */

export interface GfxProject {
  name: string | null
  version: string | null
  /** Model type code of the controller it is made for. */
  modelType: string | null
  /** Why its build cannot succeed. */
  flaw: { step: BuildStep; message: string } | null
}

export const buildSteps = ['unzip', 'validate', 'compile', 'package'] as const
export type BuildStep = (typeof buildSteps)[number]

/** The newest version of project a controller can run. */
export const supportedVersion = '7.2'

/** Null for text that is no well-formed XML with a `Project`, or that declares a document type. */
export function readProject(xml: string): GfxProject | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return null
  const texts = textsOf(xml)
  if (!texts?.has('Project')) return null
  const property = (...names: string[]) =>
    names.map((name) => texts.get(`Project/Props/${name}`)?.trim()).find((text) => text) ?? null
  return {
    name: property('Name'),
    version: property('Version'),
    modelType: property('ModelType', 'Model'),
    flaw: flawOf(xml),
  }
}

/** `<?build-fails compile The page Lobby names a point that does not exist?>` makes a build fail, to be seen failing. */
function flawOf(xml: string): GfxProject['flaw'] {
  const [, word, message] = /<\?build-fails\s+(\w+)\s*([^?]*)\?>/.exec(xml) ?? []
  const step = buildSteps.find((name) => name === word)
  return step ? { step, message: message?.trim() || 'The project cannot be built.' } : null
}

const token = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/?[^<>]+>|[^<]+|</g

/** Path of elements → the text directly inside the first of them; null when tags do not match. */
function textsOf(xml: string): Map<string, string> | null {
  const texts = new Map<string, string>()
  const open: string[] = []
  const first = new Set<string>()
  for (const [piece] of xml.replace(/^\ufeff/, '').matchAll(token)) {
    if (piece === '<') return null
    if (piece.startsWith('<!--') || piece.startsWith('<?')) continue
    const path = open.join('/')
    if (!piece.startsWith('<') || piece.startsWith('<![CDATA[')) {
      if (first.has(path)) texts.set(path, (texts.get(path) ?? '') + textOf(piece))
      continue
    }
    if (piece.startsWith('</')) {
      if (open.pop() !== piece.slice(2, -1).trim()) return null
      first.delete(path)
      continue
    }
    const name = /^<([A-Za-z_][\w.:-]*)(?:\s[^<>]*)?\/?>$/.exec(piece)?.[1]
    if (!name || open.length > 200) return null
    const inside = path ? `${path}/${name}` : name
    if (!path && texts.size > 0) return null
    if (!texts.has(inside)) {
      texts.set(inside, '')
      if (!piece.endsWith('/>')) first.add(inside)
    }
    if (!piece.endsWith('/>')) open.push(name)
  }
  return open.length === 0 ? texts : null
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textOf(piece: string): string {
  if (piece.startsWith('<![CDATA[')) return piece.slice(9, -3)
  return piece.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

/** Whether a version is one a controller can run: compared number by number. */
export function isSupportedVersion(version: string): boolean {
  const numbers = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0)
  const [given, newest] = [numbers(version), numbers(supportedVersion)]
  for (const [at, limit] of newest.entries()) {
    const number = given[at] ?? 0
    if (number !== limit) return number < limit
  }
  return true
}
