/** The lock file serves every platform: npm installs no optional package that the file does not know. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  version?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }

/** Returns the entry that a package at `from` loads under a name, as Node looks for it, or none. */
function resolved(from: string, name: string): Entry | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const found = packages[`${at ? `${at}/` : ''}node_modules/${name}`]
    if (found || at === '') return found
  }
}

test('has an entry for every dependency, the optional ones of other platforms included', () => {
  const missing = Object.entries(packages).flatMap(([at, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !resolved(at, name))
      .map((name) => `${at} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test('names version, platform and optional where a package is for one platform', () => {
  const ofOnePlatform = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .map(([name, version]) => ({ name, version, entry: resolved(at, name) }))
      .filter(({ name }) => /-(?:darwin|linux|win32|android|freebsd|openbsd|macos|windows)-/.test(name)),
  )
  const wrong = ofOnePlatform.filter(({ name, version, entry }) => {
    const isLibc = /^@(?:rollup|biomejs|tailwindcss)\/.*-linux-/.test(name)
    return (
      (/^\d/.test(version) && entry?.version !== version) ||
      entry?.optional !== true ||
      entry.os?.length !== 1 ||
      (entry.cpu?.length !== 1 && !name.startsWith('recheck')) ||
      (isLibc && entry.libc?.[0] !== (name.includes('musl') ? 'musl' : 'glibc'))
    )
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect(ofOnePlatform.length).toBeGreaterThan(60)
})
