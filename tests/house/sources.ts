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

/** Every TypeScript file below the folders. */
export function sourcesIn(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative('.', join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort()
      .map((path) => {
        const text = readFileSync(path, 'utf8')
        return { path, text, imports: importsOf(path, text) }
      }),
  )
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
