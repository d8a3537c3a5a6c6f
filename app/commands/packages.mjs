/** Which packages something needs that is not installed by npm, as the lock file knows them. */
import { existsSync, readFileSync } from 'node:fs'

/**
 * Folders of the packages named and of all that these need, where they lie in `node_modules`. Optional ones are among
 * them where they are installed: binaries of this platform and of no other. Throws where one is missing.
 */
export function packagesFor(names) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const found = new Set()
  for (const name of names) add(name, { from: '', isNeeded: true })
  return [...found].sort()

  function add(name, { from, isNeeded }) {
    const folder = placeOf(name, from)
    if (!folder) {
      if (isNeeded) throw new Error(`${name} is not installed, but ${from || 'the build'} requires it`)
      return
    }
    if (found.has(folder)) return
    found.add(folder)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder]
    const mayLack = (one) => one in { ...optionalDependencies } || peerDependenciesMeta?.[one]?.optional === true
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) add(one, need(one))
    for (const one of Object.keys({ ...peerDependencies })) if (!mayLack(one)) add(one, need(one))

    function need(one) {
      return { from: folder, isNeeded: !mayLack(one) }
    }
  }

  /** As Node looks for it: beside whoever asks, then further out. */
  function placeOf(name, from) {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const folder = `${at ? `${at}/` : ''}node_modules/${name}`
      if (packages[folder] && existsSync(folder)) return folder
      if (!at) return null
    }
  }
}
