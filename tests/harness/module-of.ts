/** Which module of the console answers an address; several addresses may have the same one. */
import routes from '../../app/routes'

interface Mounted {
  id?: string
  path?: string | undefined
  file: string
  children?: Mounted[] | undefined
}

interface Module {
  /** As a data request names it, each mount by itself. */
  id: string
  file: string
}

/** The module of each address. */
export async function moduleOf(): Promise<Map<string, Module>> {
  const found = new Map<string, Module>()
  const walk = (entries: readonly Mounted[], above: string) => {
    for (const { id, path, file, children = [] } of entries) {
      const full = path ? `${above}/${path}` : above
      found.set(full || '/', { id: id ?? file.replace(/\.[jt]sx?$/, ''), file })
      walk(children, full)
    }
  }
  walk((await routes) as Mounted[], '')
  return found
}
