/** What the nested layouts load: the level of the tree below their own node. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { level, type Parent } from '~/backend/tree.server'
import { noGroup } from '~/paths'
import type { LevelData } from './place-tree'

/** One level, as a part the page can do without; the reserved group of ungrouped sites has none of its own. */
export async function levelBelow(args: LoaderFunctionArgs, parent: Parent): Promise<LevelData | null> {
  const { ask } = await reader(args, { capability: 'hierarchy.read' })
  return parent.id === noGroup ? null : { parent, level: await level(ask, parent, { withoutCounts: true }) }
}
