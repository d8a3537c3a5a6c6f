/** Configuration templates, backups and putting one back (domain §8.2, §17). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import { productId } from '../../services/seed/catalogue-products'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf } from '../../services/seed/people'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const montcalm = (key: string) => deviceIdOf(`montcalm-${key}`)
const call = (line: string, body?: unknown, as = 'amelie') => services.call('site', line, { as, body })
const configuration = (line: string, body?: unknown) =>
  services.call('device-configuration', line, { as: 'amelie', body })
const pass = (seconds: number) => services.world.clock.advance(seconds * 1000)
const campus = siteIdOf(41)
const create = (body: object, site = campus) => call(`POST /sites/${site}/configuration-templates`, body)
const templateOf = async (id: string) => (await call(`GET /configuration-templates/${id}`)).body

describe('configuration templates', () => {
  it('are there for three sites, each with a completed backup', async () => {
    for (const [key, site] of [
      ['vav', 1],
      ['operating', 4],
      ['residence', 43],
    ] as const) {
      const [template, ...more] = (await call(`GET /sites/${siteIdOf(site)}/configuration-templates`)).body
      expect(more).toEqual([])
      expect(template).toMatchObject({ id: seedId('template', key), createdBy: 'Amélie Tremblay' })
      expect(template.backups).toMatchObject([
        { state: 'completed', size: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ])
      expect(template.appliedTo.length).toBeGreaterThan(0)
    }
  })

  it('are made, changed under their eTag, and removed', async () => {
    const made = await create({
      name: 'Salles de cours',
      productId: productId('ECYVAV'),
      sections: { time: { timeZone: 'America/Toronto', autoTime: true, ntpServers: ['10.41.0.1'] }, users: {} },
    })
    expect([made.status, made.body]).toMatchObject([
      201,
      { siteId: campus, modelType: 'ECYVAV', description: '', backups: [], appliedTo: [], sections: { users: {} } },
    ])
    const { id, eTag } = made.body
    const changed = await call(`PUT /configuration-templates/${id}`, { eTag, description: 'Toutes les salles' })
    expect(changed.body).toMatchObject({ name: 'Salles de cours', description: 'Toutes les salles' })
    const stale = await call(`PUT /configuration-templates/${id}`, { eTag, name: 'Autre' })
    expect([stale.status, stale.body.errorCode, stale.body.currentETag]).toEqual([409, 4009, changed.body.eTag])
    expect((await create({ name: 'salles de COURS' })).body).toMatchObject({
      errorCode: 4008,
      errors: { name: 'errors.name.duplicate' },
    })
    expect((await create({ name: 'Salles de cours' }, siteIdOf(42))).status).toBe(201)
    expect((await call(`DELETE /configuration-templates/${id}`)).status).toBe(204)
    expect((await call(`GET /configuration-templates/${id}`)).body.errorCode).toBe(4005)
  })

  it('hold what suits every controller, and no secret', async () => {
    const errorsOf = async (sections: object) => {
      const { status, body } = await create({ name: 'Wrong', sections })
      return [status, body.errorCode, body.errors]
    }
    expect(await errorsOf({ network: { primary: { ipv4: { ipAddress: '10.41.1.9' } } } })).toEqual([
      422,
      4000,
      { 'sections.network.primary.ipv4.ipAddress': 'errors.templates.literalAddress' },
    ])
    expect(await errorsOf({ users: { adminPassword: 'Kx7#vogel' } })).toEqual([
      422,
      4000,
      { 'sections.users': 'errors.templates.secret' },
    ])
    expect(await errorsOf({ time: { timeZone: 'Nowhere' }, bacnet: { ip: { udpPort: 1 } } })).toEqual([
      422,
      4000,
      { 'sections.time.timeZone': 'errors.time.zone', 'sections.bacnet.ip.udpPort': 'errors.bacnet.udpPort' },
    ])
    expect((await create({ name: '  ' })).body.errors).toEqual({ name: ['errors.field.required'] })
    expect((await create({ name: 'x'.repeat(81) })).body.errors).toEqual({ name: ['errors.field.tooLong'] })
    expect((await create({ name: 'Wrong', productId: 'nothing' })).body.errors).toEqual({
      productId: 'errors.field.choice',
    })
  })

  it('are for those who may', async () => {
    const line = `GET /sites/${campus}/configuration-templates`
    const post = line.replace('GET', 'POST')
    const statuses = async (as: string) => [
      (await call(line, undefined, as)).status,
      (await call(post, { name: `of ${as}` }, as)).status,
    ]
    expect(await statuses('marcus')).toEqual([200, 201])
    expect(await statuses('usha')).toEqual([200, 403])
    expect(await statuses('claire')).toEqual([404, 404])
    expect(await statuses('nadia')).toEqual([403, 403])
    const own = `POST /sites/${siteIdOf(4)}/configuration-templates`
    expect((await call(own, { name: 'of Claire' }, 'claire')).status).toBe(201)
    expect(
      (await call(`DELETE /configuration-templates/${seedId('template', 'vav')}`, undefined, 'claire')).status,
    ).toBe(403)
    expect(
      (await call(`DELETE /configuration-templates/backup/${seedId('backup', 'vav')}`, undefined, 'paul')).status,
    ).toBe(404)
  })

  it('of an archived customer can only be read', async () => {
    const customerId = customerIdOf('CUS1003')
    const archive = (archived: boolean) =>
      services.world.store.run('UPDATE customer SET archived = ? WHERE id = ?', archived ? 1 : 0, customerId)
    archive(true)
    expect((await create({ name: 'Trop tard' }, siteIdOf(7))).body.errorCode).toBe(4202)
    expect((await call(`GET /sites/${siteIdOf(7)}/configuration-templates`)).status).toBe(200)
    archive(false)
  })
})

describe('a backup', () => {
  const order = (deviceId: string, includes: string[] = ['timeZone', 'bacnet', 'network', 'gfx']) => ({
    deviceId,
    name: 'Avant les travaux',
    includes,
  })

  it('is made by the controller in its own time, and removed', async () => {
    const { id } = (await create({ name: 'Avec sauvegarde', productId: productId('ECYVAV') })).body
    const made = await call(`POST /configuration-templates/${id}/backup`, order(montcalm('SCI-ECYVAV-1')))
    expect([made.status, made.body]).toMatchObject([
      202,
      { templateId: id, state: 'queued', size: null, sha256: null, platform: { modelName: 'ECY-VAV' } },
    ])
    const stateOf = async () => (await templateOf(id)).backups[0].state
    pass(2)
    expect(await stateOf()).toBe('running')
    pass(15)
    const [backup] = (await templateOf(id)).backups
    expect(backup).toMatchObject({ state: 'completed', key: expect.stringMatching(/^ECYVAV-\w+-20260309120000$/) })
    expect(backup.size).toBeGreaterThan(1_000_000)
    expect((await call(`DELETE /configuration-templates/backup/${backup.id}`)).status).toBe(204)
    expect((await templateOf(id)).backups).toEqual([])
  })

  it('fails when the controller falls silent, and is refused when it cannot be made', async () => {
    const { id } = (await create({ name: 'Sans sauvegarde', productId: productId('ECYVAV') })).body
    const line = `POST /configuration-templates/${id}/backup`
    const codeOf = async (deviceId: string, includes?: string[]) => (await call(line, order(deviceId, includes))).body
    expect((await codeOf(montcalm('SCI-ECYVAV-6'))).errorCode).toBe(4303)
    expect((await codeOf(montcalm('BIB-ECYVAV-11'))).errorCode).toBe(4304)
    expect((await codeOf(montcalm('SCI-ECY303-1'))).errorCode).toBe(4310)
    expect((await codeOf(montcalm('MED-ECYVAV-1'))).errors).toEqual({ deviceId: 'errors.templates.otherSite' })
    expect((await codeOf(montcalm('SCI-ECYVAV-1'), ['everything'])).errorCode).toBe(4000)
    expect((await codeOf(montcalm('nobody'))).errorCode).toBe(4005)

    const device = montcalm('SCI-ECYVAV-2')
    const { hostId } = (await call(`GET /devices/${device}`)).body
    expect((await codeOf(device)).state).toBe('queued')
    await services.control(`POST /devices/${hostId}/inject`, { kind: 'offline' })
    pass(20)
    expect((await templateOf(id)).backups).toMatchObject([{ state: 'failed', size: null }])
  })

  it('is put back: saved and sent in the usual way', async () => {
    const { id } = (await create({ name: 'À remettre' })).body
    const device = montcalm('ART-ECYVAV-7')
    const zone = (timeZone: string) =>
      configuration('POST /devices/time', { eTag: null, deviceIds: [device], value: { timeZone } })
    const sendTime = () =>
      configuration('POST /devices/configuration/send', { deviceIds: [device], configurationTypes: ['time'] })
    const timeZoneOf = async (of: string) => (await configuration(`GET /devices/${of}/time`)).body.timeZone
    const backup = (await call(`POST /configuration-templates/${id}/backup`, order(device))).body
    const early = await call(`POST /x/devices/${device}/restore`, { backupId: backup.id })
    expect(early.body.errors).toEqual({ backupId: 'errors.templates.backupNotReady' })
    pass(20)
    await zone('Asia/Tokyo')
    await sendTime()
    pass(10)
    expect(await timeZoneOf(device)).toBe('Asia/Tokyo')

    const restored = await call(`POST /x/devices/${device}/restore`, { backupId: backup.id })
    expect([restored.status, restored.body.data[0].results]).toMatchObject([
      202,
      [
        { type: 'time', sendState: 'queued' },
        { type: 'bacnet', sendState: 'queued' },
        { type: 'gfx', sendState: 'succeed' },
        { type: 'network', sendState: 'queued' },
      ],
    ])
    expect((await call(`POST /x/devices/${device}/restore`, { backupId: backup.id })).body.errorCode).toBe(4503)
    pass(120)
    expect(await timeZoneOf(device)).toBe('America/Toronto')
    const info = (await configuration(`GET /devices/${device}/info`)).body
    expect(info).toMatchObject({
      time: { sendState: 'succeed', isDirty: false },
      bacnet: { sendState: 'succeed', isDirty: false },
      network: { sendState: 'succeed', isDirty: false },
      gfx: { processState: 'completed', isDirty: true },
    })
    expect((await templateOf(id)).appliedTo).toMatchObject([{ deviceId: device, result: 'restored' }])
  })

  it('goes to a controller of the same model that replaces a dead one, which keeps its own instance', async () => {
    const [dead, fresh] = [montcalm('RES-ECY303-1'), montcalm('GEN-ECY303-1')]
    const instanceOf = async (id: string) =>
      (await configuration(`GET /devices/${id}/bacnet`)).body.general.deviceInstance
    const before = await instanceOf(fresh)
    const backupId = seedId('backup', 'residence')
    expect((await call(`POST /x/devices/${fresh}/restore`, { backupId })).status).toBe(202)
    expect(await instanceOf(fresh)).toBe(before)
    expect(await instanceOf(dead)).not.toBe(before)
    expect((await call(`POST /x/devices/${montcalm('GEN-ECYVAV-1')}/restore`, { backupId })).body.errorCode).toBe(4310)
    const foreign = await call(`POST /x/devices/${deviceIdOf('story-4')}/restore`, { backupId })
    expect(foreign.body.errors).toEqual({ backupId: 'errors.field.choice' })
    expect((await call(`POST /x/devices/${fresh}/restore`, { backupId }, 'usha')).status).toBe(403)
    expect((await call(`POST /x/devices/${fresh}/restore`, { backupId }, 'claire')).status).toBe(404)
  })
})
