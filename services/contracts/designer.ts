/** The designer service: the file projects of the embedded designer (spec §7, domain §8.3). */
import { z } from 'zod'
import { read, service } from './endpoint'
import { Id, NodeType, Timestamp } from './scalars'

/** One page of a project; `path` is relative to the project, such as `index.dg5`. */
export const DesignerPage = z.looseObject({
  path: z.string(),
  title: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  isHome: z.boolean(),
})
export type DesignerPage = z.infer<typeof DesignerPage>

/** `sha256` in hexadecimal, `size` in bytes. */
export const DesignerAsset = z.looseObject({ path: z.string(), sha256: z.string(), size: z.number().int() })
export type DesignerAsset = z.infer<typeof DesignerAsset>

/** The files of a designer project that is associated with a node of the tree; `size` in bytes. */
export const FileProject = z.looseObject({
  id: Id,
  projectId: Id,
  name: z.string(),
  version: z.string(),
  associatedWith: z.looseObject({ id: Id, type: NodeType }),
  pages: z.array(DesignerPage),
  assets: z.array(DesignerAsset),
  updatedAt: Timestamp,
  updatedBy: z.looseObject({ id: Id, fullName: z.string() }).nullish(),
  size: z.number().int(),
})
export type FileProject = z.infer<typeof FileProject>

export const designer = service('designer', {
  associatedProject: read('GET /fileProject/associated/{id}', {
    area: 'associated',
    capability: 'designer.read',
    reply: FileProject,
    errors: [4204],
    meaning: 'Get the designer project associated with a site, building, space, equipment or controller.',
  }),
  projectFile: read('GET /x/fileProject/{projectId}/files/{path}', {
    area: 'associated',
    capability: 'designer.read',
    extension: true,
    download: true,
    reply: z.unknown(),
    meaning: 'Get a page or another file of a designer project by its path in the project.',
  }),
})
