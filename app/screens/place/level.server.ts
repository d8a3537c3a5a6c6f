/** The loader of nested layouts: the level of the tree below their node. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { NodeType } from '#contracts/scalars'
import { reader } from '~/backend/reader.server'
import { levelBeside, type Parent } from '~/backend/tree.server'
import { noGroup } from '~/paths'
import { mayLookAt, type ViewName } from '~/views'
import type { LevelData } from './place-tree'

/**
 * Returns one level as an optional part of the page, limited to what the reader may see. The reserved group of
 * ungrouped sites has no level of its own.
 */
export async function levelBelow(args: LoaderFunctionArgs, parent: Parent): Promise<LevelData | null> {
  const made = await reader(args, { capability: 'hierarchy.read' })
  if (parent.id === noGroup) return null
  const without = (Object.keys(viewOf) as (keyof typeof viewOf)[]).filter((type) => !mayLookAt(viewOf[type], made))
  return { parent, level: await levelBeside(made, parent, { without }) }
}

/** The view that nodes of a type link to. */
const viewOf = { equipment: 'equipment', project: 'designer' } as const satisfies Partial<Record<NodeType, ViewName>>
