/** The project's own source files, for tests of its architecture. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'

export interface Source {
  /** From the top of the project, with slashes. */
  path: string
  text: string
  /** What it imports: paths of the project without their ending, or package names. */
  imports: string[]
}

/** Returns every TypeScript file below the folders. */
export function sourcesIn(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    filesIn(folder, /\.tsx?$/).map((path) => {
      const text = readFileSync(path, 'utf8')
      return { path, text, imports: importsOf(path, text) }
    }),
  )
}

/** Returns the paths, sorted and with slashes, of the files below a folder whose names match. */
export function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative('.', join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
  )
  return [...found].map((match) => resolve(path, match[1] ?? match[2] ?? match[3] ?? ''))
}

function resolve(from: string, name: string): string {
  if (name.startsWith('~/')) return `app/${name.slice(2)}`
  if (name.startsWith('#contracts/')) return `services/contracts/${name.slice(11)}`
  if (name.startsWith('.'))
    return normalize(join(dirname(from), name))
      .split(sep)
      .join('/')
  return name
}

/** Everything that some files import, however far away, themselves included. */
export function importedBy(sources: readonly Source[], isStart: (source: Source) => boolean): Source[] {
  const next = importsByPath(sources)
  const starts = sources.filter(isStart).map(({ path }) => path)
  const seen = new Set(starts.flatMap((path) => [path, ...reachableFrom(path, next)]))
  return sources.filter(({ path }) => seen.has(path))
}

/** Files that import one another in a circle, however long; each circle and the list of them in the order of paths. */
export function circlesIn(sources: Source[]): string[][] {
  const next = importsByPath(sources)
  const reached = new Map<string, Set<string>>()
  for (const path of next.keys()) reached.set(path, reachableFrom(path, next))
  const circles = new Map<string, string[]>()
  for (const [path, far] of reached) {
    if (!far.has(path)) continue
    const circle = [...far].filter((other) => reached.get(other)?.has(path)).sort()
    circles.set(circle.join(), circle)
  }
  return [...circles.values()].sort()
}

function importsByPath(sources: readonly Source[]): Map<string, string[]> {
  const paths = new Set(sources.map(({ path }) => path))
  const fileOf = (name: string) => ['.ts', '.tsx', '/index.ts'].map((end) => name + end).find((path) => paths.has(path))
  return new Map(sources.map(({ path, imports }) => [path, imports.flatMap((name) => fileOf(name) ?? [])]))
}

function reachableFrom(start: string, next: ReadonlyMap<string, string[]>): Set<string> {
  const seen = new Set<string>()
  const open = [...(next.get(start) ?? [])]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    open.push(...(next.get(path) ?? []))
  }
  return seen
}
