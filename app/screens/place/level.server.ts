/** What the nested layouts load: the level of the tree below their own node. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { level, type Parent } from '~/backend/tree.server'
import { noGroup } from '~/paths'
import { mayLookAt } from '~/views'
import type { LevelData } from './place-tree'

/** One level, as a part the page can do without, without equipment while its flag is off; the reserved group of ungrouped sites has none of its own. */
export async function levelBelow(args: LoaderFunctionArgs, parent: Parent): Promise<LevelData | null> {
  const made = await reader(args, { capability: 'hierarchy.read' })
  if (parent.id === noGroup) return null
  const found = await level(made.ask, parent, { withoutCounts: true })
  if (!found.ok || mayLookAt('equipment', made)) return { parent, level: found }
  const nodes = found.value.nodes.filter(({ type }) => type !== 'equipment')
  return { parent, level: { ok: true, value: { ...found.value, nodes } } }
}
