/** The loader of nested layouts: the level of the tree below their node. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { NodeType } from '#contracts/scalars'
import { readerFor } from '~/backend/reader.server'
import { type TreeParent, treeLevelNames } from '~/backend/tree.server'
import { noGroup } from '~/paths'
import { mayOpen, type ViewName } from '~/views'
import type { LevelData } from './place-tree'

/**
 * Returns one level as an optional part of the page, limited to what the reader may see. The reserved group of
 * ungrouped sites has no level of its own.
 */
export async function levelBelow(args: LoaderFunctionArgs, parent: TreeParent): Promise<LevelData | null> {
  const pageReader = await readerFor(args, { capability: 'hierarchy.read' })
  if (parent.id === noGroup) return null
  const without = (Object.keys(viewOf) as (keyof typeof viewOf)[]).filter((type) => !mayOpen(viewOf[type], pageReader))
  return { parent, level: await treeLevelNames(pageReader, parent, { without }) }
}

/** The view that nodes of a type link to. */
const viewOf = { equipment: 'equipment', project: 'designer' } as const satisfies Partial<Record<NodeType, ViewName>>
