/** Changes to the tree above the controllers: groups, sites, buildings, spaces (spec §3, §7, domain §15). */
import { z } from 'zod'
import { write } from './endpoint'
import { ETag, Flag, freeLine, freeText, Id, Unit } from './scalars'
import { Building, Site, SiteGroup, Space, SpaceKind, Usage } from './site-shapes'

const Name = freeLine(100).refine((text) => text !== '', { error: 'errors.field.required' })
const Line = freeLine(200).nullish()
const Description = freeText(1000).nullish()
const Size = z.number().min(0).max(1e9).nullish()

/** Site ids, as a bare list or as `siteIds`. */
export const SiteIds = z
  .array(Id)
  .min(1)
  .max(500)
  .or(z.object({ siteIds: z.array(Id).min(1).max(500) }).transform(({ siteIds }) => siteIds))

/** `siteIds`, when present, replaces all sites of the group. */
export const SiteGroupSave = z.object({
  name: Name,
  description: Description,
  siteIds: z.array(Id).max(500).optional(),
})

/** Omitted fields keep their value; null clears. `size` is in `units`, m2 or ft2. */
export const SiteSave = z.object({
  name: Name,
  description: Description,
  siteGroupId: Id.or(z.literal('')).nullish(),
  archived: z.boolean().optional(),
  country: Line,
  state: Line,
  postalCode: freeLine(20).nullish(),
  city: Line,
  address: Line,
  latitude: z.number().min(-90).max(90).nullish(),
  longitude: z.number().min(-180).max(180).nullish(),
  usage: Usage.nullish(),
  size: Size,
  units: Unit.nullish(),
  /** IANA name; derived from the coordinates when a site is created without it. */
  timeZone: z.string().max(64).nullish(),
})

export const BuildingSave = z.object({
  name: Name,
  description: Description,
  usage: Usage.nullish(),
  address: Line,
  size: Size,
})

/** `parentSpaceId` null: directly in the building. */
export const SpaceSave = z.object({
  name: Name,
  kind: SpaceKind.optional(),
  usage: Usage.nullish(),
  parentSpaceId: Id.or(z.literal('')).nullish(),
})

const changeOf = <T extends z.ZodObject>(save: T) => save.partial().extend({ eTag: ETag.nullish() })
const Force = z.object({ force: Flag })

export const hierarchyCalls = {
  createSiteGroup: write('POST /customers/{id}/sitegroups', {
    area: 'siteGroups',
    capability: 'hierarchy.write',
    status: 201,
    body: SiteGroupSave,
    reply: SiteGroup,
    errors: [4008, 4202, 4203],
    meaning: 'Add a site group to a customer, with its first sites.',
  }),
  updateSiteGroup: write('PUT /sitegroups/{id}', {
    area: 'siteGroups',
    capability: 'hierarchy.write',
    body: changeOf(SiteGroupSave),
    reply: SiteGroup,
    errors: [4008, 4009, 4010, 4202, 4203],
    meaning: 'Update a site group; omitted fields keep their values.',
  }),
  deleteSiteGroup: write('DELETE /sitegroups/{id}', {
    area: 'siteGroups',
    capability: 'hierarchy.write',
    status: 204,
    reply: z.unknown(),
    errors: [4009, 4202],
    meaning: 'Delete a site group; its sites remain, in no group.',
  }),
  moveSites: write('POST /sitegroups/sites?siteGroupId=', {
    area: 'siteGroups',
    capability: 'hierarchy.write',
    query: z.object({ siteGroupId: Id.or(z.literal('')).optional() }),
    body: SiteIds,
    reply: z.array(Site),
    errors: [4100, 4202, 4203],
    meaning: 'Move sites into a site group of their customer; without a group, remove them from every group.',
  }),
  ungroupSites: write('DELETE /sitegroups/sites', {
    area: 'siteGroups',
    capability: 'hierarchy.write',
    status: 204,
    body: SiteIds,
    reply: z.unknown(),
    errors: [4100, 4202],
    meaning: 'Remove sites from their groups.',
  }),
  createSite: write('POST /customers/{id}/sites', {
    area: 'sites',
    capability: 'hierarchy.write',
    status: 201,
    body: SiteSave,
    reply: Site,
    errors: [4008, 4202, 4203],
    meaning: 'Add a site to a customer; its time zone is derived from its coordinates unless given.',
  }),
  updateSite: write('PUT /sites/{id}', {
    area: 'sites',
    capability: 'hierarchy.write',
    body: changeOf(SiteSave),
    reply: Site,
    errors: [4008, 4009, 4010, 4202, 4203],
    meaning: 'Update a site; omitted fields keep their values.',
  }),
  deleteSite: write('DELETE /sites/{id}', {
    area: 'sites',
    capability: 'hierarchy.write',
    status: 204,
    query: Force,
    reply: z.unknown(),
    errors: [4009, 4201, 4202],
    meaning: 'Delete an empty site; with `force`, delete everything in it too.',
  }),
  createBuilding: write('POST /sites/{id}/buildings', {
    area: 'buildings',
    capability: 'hierarchy.write',
    status: 201,
    body: BuildingSave,
    reply: Building,
    errors: [4008, 4202],
    meaning: 'Add a building to a site.',
  }),
  updateBuilding: write('PUT /buildings/{id}', {
    area: 'buildings',
    capability: 'hierarchy.write',
    body: changeOf(BuildingSave),
    reply: Building,
    errors: [4008, 4009, 4202],
    meaning: 'Update a building; omitted fields keep their values.',
  }),
  deleteBuilding: write('DELETE /buildings/{id}', {
    area: 'buildings',
    capability: 'hierarchy.write',
    status: 204,
    query: Force,
    reply: z.unknown(),
    errors: [4009, 4201, 4202],
    meaning: 'Delete an empty building; with `force`, delete everything in it too.',
  }),
  createSpace: write('POST /buildings/{id}/spaces', {
    area: 'spaces',
    capability: 'hierarchy.write',
    status: 201,
    body: SpaceSave,
    reply: Space,
    errors: [4008, 4202, 4205],
    meaning: 'Add a space to a building, or to another space of that building.',
  }),
  updateSpace: write('PUT /spaces/{id}', {
    area: 'spaces',
    capability: 'hierarchy.write',
    body: changeOf(SpaceSave),
    reply: Space,
    errors: [4008, 4009, 4202, 4205],
    meaning: 'Update a space, or move it within its building; omitted fields keep their values.',
  }),
  deleteSpace: write('DELETE /spaces/{id}', {
    area: 'spaces',
    capability: 'hierarchy.write',
    status: 204,
    query: Force,
    reply: z.unknown(),
    errors: [4009, 4201, 4202],
    meaning: 'Delete an empty space; with `force`, delete everything in it too.',
  }),
}
