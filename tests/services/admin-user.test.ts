/** The admin user: a password goes in under a policy and never comes out (domain §5.8). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPersonal, passwordErrors } from '../../services/contracts/password-policy'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const montcalm = (key: string) => deviceIdOf(`montcalm-${key}`)
const call = (line: string, body?: unknown, as = 'amelie') => services.call('device-configuration', line, { as, body })
const save = (deviceIds: string[], adminPassword: string, more: object = {}) =>
  call('POST /devices/admin-user', { eTag: null, deviceIds, adminPassword, ...more })
const send = (deviceIds: string[]) =>
  call('POST /devices/configuration/send', { deviceIds, configurationTypes: ['users'] })
const pass = (seconds: number) => services.world.clock.advance(seconds * 1000)
const secretOf = (id: string) =>
  services.world.store.get<{ secret: string | null }>('SELECT secret FROM admin_user WHERE device_id = ?', id)?.secret

describe('the password', () => {
  it('is saved for delivery, wiped once delivered, and never answered', async () => {
    const id = montcalm('REC-ECYVAV-1')
    const before = (await call(`GET /devices/${id}/admin-user`)).body
    expect(before).toMatchObject({ adminPassword: null, sendState: 'succeed', isDirty: false })
    const saved = await save([id], 'Kx7#vogel', { eTag: before.eTag })
    expect([saved.status, saved.body.data[0]]).toMatchObject([
      200,
      { adminPassword: null, isDirty: true, passwordSetAt: '2026-03-09T12:00:00.000Z' },
    ])
    expect(secretOf(id)).toEqual(expect.not.stringContaining('vogel'))
    await send([id])
    pass(10)
    expect((await call(`GET /devices/${id}/admin-user`)).body).toMatchObject({ sendState: 'succeed', isDirty: false })
    expect(secretOf(id)).toBeNull()
    services.world.store.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(readFileSync(join(services.settings.dataDir, 'services.sqlite')).includes('Kx7#vogel')).toBe(false)
    expect((await save([id], 'Ny8#specht', { eTag: before.eTag })).body.errorCode).toBe(4009)
  })

  it('stays for delivery while it was not delivered', async () => {
    const id = montcalm('REC-ECYVAV-2')
    const { hostId } = (await services.call('site', `GET /devices/${id}`, { as: 'amelie' })).body
    await services.control(`POST /devices/${hostId}/inject`, { kind: 'wrongPassword' })
    await save([id], 'Kx7#vogel')
    await send([id])
    pass(10)
    expect((await call(`GET /devices/${id}/admin-user`)).body).toMatchObject({ sendState: 'failed', isDirty: true })
    expect((await call(`GET /devices/${id}/admin-user/send/logs`)).body.at(-1).code).toBe('AUTH_FAILED')
    expect(secretOf(id)).toEqual(expect.any(String))
  })

  it('does not return within five', async () => {
    const id = montcalm('REC-ECYVAV-3')
    const words = ['Vogel#11', 'Specht#2', 'Elster#3', 'Amsel##4', 'Drossel5!', 'Fink#six6']
    for (const word of words.slice(0, 5)) expect((await save([id], word)).status).toBe(200)
    const again = await save([id], words[0] ?? '')
    expect([again.status, again.body.errorCode, again.body.errors]).toEqual([
      422,
      4509,
      { adminPassword: ['errors.password.reused'] },
    ])
    expect((await save([id], words[5] ?? '')).status).toBe(200)
    expect((await save([id], words[0] ?? '')).status).toBe(200)
  })

  it('of many controllers is refused only for those whose name it holds', async () => {
    const [first, second] = [montcalm('REC-ECYVAV-4'), montcalm('REC-ECYVAV-6')]
    const { hostId } = (await services.call('site', `GET /devices/${first}`, { as: 'amelie' })).body
    const { status, body } = await save([first, second], `Z#${hostId}z`)
    expect([status, body.errorCode]).toEqual([422, 4100])
    expect(body.errors).toMatchObject([
      { entityId: first, key: 'errors.password.personal', details: { type: 'users', errorCode: 4509 } },
    ])
    expect(body.data).toHaveLength(1)
  })

  it('is for those who may', async () => {
    const id = montcalm('REC-ECYVAV-7')
    const body = { eTag: null, deviceIds: [id], adminPassword: 'Kx7#vogel' }
    const by = async (login: string, line: string, sent?: unknown) => (await call(line, sent, login)).status
    expect(await by('usha', `GET /devices/${id}/admin-user`)).toBe(403)
    expect(await by('usha', 'POST /devices/admin-user', body)).toBe(403)
    expect(await by('claire', `GET /devices/${id}/admin-user`)).toBe(404)
    expect(await by('claire', `GET /devices/${deviceIdOf('story-6')}/admin-user`)).toBe(200)
    expect(await by('claire', `GET /devices/${deviceIdOf('story-1')}/admin-user`)).toBe(403)
  })
})

describe('the policy', () => {
  const wrong: [string, string[]][] = [
    ['Ab1#', ['length']],
    [`Ab1#${'x'.repeat(17)}`, ['length']],
    ['kx7#vogel', ['upper']],
    ['KX7#VOGEL', ['lower']],
    ['Kxx#vogel', ['digit']],
    ['Kx7vvogel', ['symbol']],
    ['Kx7# vogel', ['charset']],
    ['Kx7"vogel', ['charset']],
    ['Kx7\\vogel', ['charset']],
    ['Kx7#végel', ['charset']],
    ['Kx7#aDmin', ['personal']],
    ['P@ssw0rd1!', ['common']],
    ['', ['length', 'upper', 'lower', 'digit', 'symbol']],
  ]
  it.each(wrong)('refuses %j', (password, rules) => {
    expect(passwordErrors(password)).toEqual(rules.map((rule) => `errors.password.${rule}`))
  })

  it('takes 8 and 20 characters', () => {
    expect([passwordErrors('Kx7#voge'), passwordErrors(`Kx7#${'v'.repeat(16)}`)]).toEqual([[], []])
  })

  it('knows the host id and the customer by any spelling', () => {
    const owner = { hostId: 'ECYVAV-1C0201', customerName: 'Université Montcalm' }
    expect(['a#ecyvav1c0201', 'Montcalm#1a', 'x1#Universite'].map((word) => isPersonal(word, owner))).toEqual([
      true,
      true,
      true,
    ])
    expect(isPersonal('Kx7#vogel', owner)).toBe(false)
    expect(isPersonal('Kx7#vogel', { ...owner, hostId: '' })).toBe(false)
  })
})
