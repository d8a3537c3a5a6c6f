/** Configuration templates: named settings for the controllers of a site (spec §7, domain §8.2). */
import { randomUUID } from 'node:crypto'
import type { TemplateSections } from '../../contracts/configuration-templates'
import { fold } from '../../contracts/fold'
import type { site } from '../../contracts/site'
import { sectionErrors } from '../../contracts/template-rules'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { scopeOfSite } from '../../kit/scope'
import type { Store } from '../../kit/store'
import { callerPerson, requireMatch, requireScopeWritable } from '../hierarchy/write-checks'
import { readProduct } from '../packages/installed'
import { type BackupRecord, isSettingsBackupOpen, readTemplate, scopeOfRow, templateReply } from './records'

type Templates = Pick<
  Handlers<typeof site>,
  'listTemplates' | 'createTemplate' | 'getTemplate' | 'updateTemplate' | 'deleteTemplate'
>

export const templates: Templates = {
  listTemplates({ params, world, require }) {
    require(scopeOfSite(world.store, params.id))
    return world.store
      .all<{ id: string }>('SELECT id FROM configuration_template WHERE site_id = ? ORDER BY name, id', params.id)
      .map(({ id }) => templateReply(world.store, id))
  },

  createTemplate(call) {
    const { params, body, caller, world } = call
    const { store, clock } = world
    const owner = requireScopeWritable(call, scopeOfSite(store, params.id))
    const sections = checkedSections(body.sections)
    requireProduct(store, body.productId)
    requireFreeTemplateName(store, body.name, { siteId: params.id })
    const id = randomUUID()
    store.run(
      `INSERT INTO configuration_template (id, tenant_id, customer_id, site_id, name, description, product_id, sections,
         created_by, created_at, updated_at) VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
      id,
      owner.tenantId,
      owner.customerId,
      params.id,
      body.name,
      body.description ?? '',
      body.productId ?? null,
      JSON.stringify(sections),
      callerPerson(caller, owner.tenantId).fullName,
      clock.now(),
      clock.now(),
    )
    return templateReply(store, id)
  },

  getTemplate({ params, world, require }) {
    require(scopeOfRow(readTemplate(world.store, params.id)))
    return templateReply(world.store, params.id)
  },

  updateTemplate(call) {
    const { params, body, headers, world } = call
    const { store, clock } = world
    const row = readTemplate(store, params.id)
    requireScopeWritable(call, scopeOfRow(row))
    if (!row) return fail(4005)
    requireCurrent({ body: body.eTag, ifMatch: headers['if-match'], current: templateReply(store, row.id) })
    const sections = body.sections ? JSON.stringify(checkedSections(body.sections)) : row.sections
    if (body.productId !== undefined) requireProduct(store, body.productId)
    const name = body.name ?? row.name
    requireFreeTemplateName(store, name, { siteId: row.site_id, id: row.id })
    store.run(
      `UPDATE configuration_template SET name = ?, description = ?, product_id = ?, sections = ?, updated_at = ?,
         version = version + 1 WHERE id = ?`,
      name,
      body.description === undefined ? row.description : (body.description ?? ''),
      body.productId === undefined ? row.product_id : body.productId,
      sections,
      clock.now(),
      row.id,
    )
    return templateReply(store, row.id)
  },

  deleteTemplate(call) {
    const { params, headers, world } = call
    requireScopeWritable(call, scopeOfRow(readTemplate(world.store, params.id)))
    requireMatch(headers, templateReply(world.store, params.id))
    const open = world.store
      .all<BackupRecord>('SELECT * FROM template_backup WHERE template_id = ?', params.id)
      .filter(isSettingsBackupOpen)
    world.store.run('DELETE FROM configuration_template WHERE id = ?', params.id)
    for (const { id, source_id } of open) world.links.of(source_id).workAborted(source_id, id)
  },
}

/** Returns the sections. Throws 4000, field by field, for what a template may not contain. */
function checkedSections(sections: TemplateSections): TemplateSections {
  const errors = sectionErrors(sections)
  if (Object.keys(errors).length > 0) fail(4000, { errors })
  const { time, bacnet, network, users } = sections
  return { ...(time && { time }), ...(bacnet && { bacnet }), ...(network && { network }), ...(users && { users: {} }) }
}

function requireProduct(store: Store, productId: string | null | undefined): void {
  if (productId && !readProduct(store, productId)) fail(4000, { errors: { productId: 'errors.field.choice' } })
}

function requireFreeTemplateName(store: Store, name: string, { siteId, id }: { siteId: string; id?: string }): void {
  const others = store.all<{ id: string; name: string }>(
    'SELECT id, name FROM configuration_template WHERE site_id = ?',
    siteId,
  )
  if (others.some((other) => other.id !== id && fold(other.name) === fold(name))) {
    fail(4008, { errors: { name: 'errors.name.duplicate' } })
  }
}
