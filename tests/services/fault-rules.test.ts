import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerIdOf } from '../../services/seed/people'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const call = (line: string, body?: unknown, as = 'amelie', headers: Record<string, string> = {}) =>
  services.call('operations', line, { as, body, headers })
const equipment = (name: string) =>
  services.world.store.get<{ id: string }>('SELECT id FROM equipment WHERE name = ? ORDER BY id LIMIT 1', name)?.id ??
  ''
const rules = (name: string, body: object = {}, as = 'amelie', headers: Record<string, string> = {}) =>
  call(`POST /rules/equipment/${equipment(name)}`, body, as, headers)
const toggle = (name: string, ruleId: string, query: string, as = 'amelie') =>
  call(`POST /rules/${ruleId}/equipment/${equipment(name)}/status?${query}`, undefined, as)
const variables = (name: string, as = 'amelie') =>
  call(`GET /internal-variables/equipment/${equipment(name)}`, undefined, as)
const save = (name: string, body: object, as = 'amelie') =>
  call(`PUT /internal-variables/equipment/${equipment(name)}`, body, as)
const faultOn = async (name: string) =>
  (
    await call('POST /faults', {
      equipmentId: equipment(name),
      statuses: ['active', 'suppressed', 'cleared', 'resolved'],
    })
  ).body.data[0]

describe('the rules for a piece of equipment', () => {
  it('are fifteen for an air handler, five for a box, five for a fan coil, none for a boiler', async () => {
    const counts = await Promise.all(
      ['AHU-1', 'VAV 12-04', 'FCU Lobby', 'B-1'].map(async (name) => (await rules(name)).body.totalCount),
    )
    expect(counts).toEqual([15, 5, 5, 0])
    const { body } = await rules('AHU-1')
    expect(body.data[7]).toMatchObject({
      ruleId: 'g36-ahu-fc8',
      code: 'AHU-FC8',
      name: 'Supply and mixed air differ in free cooling',
      missingPoints: [],
      enabled: true,
      isManuallyToggledRule: false,
      status: 'running',
      severity: 'medium',
      operatingStates: [2],
      faults: 0,
    })
    expect(body.data[7].possibleDiagnosis.split('\n').length).toBeGreaterThan(1)
    expect((await rules('AHU-2')).body.data[0].status).toBe('suspended')
  })

  it('name the points that are missing, in the language asked for', async () => {
    const { body } = await rules('VAV SCI-01', { hasMissingPoints: true }, 'amelie', { 'accept-language': 'fr' })
    expect(body.totalCount).toBeGreaterThan(0)
    expect(body.data[0]).toMatchObject({ status: 'waitingForPoints', enabled: false })
    expect(body.data[0].missingPoints[0]).toEqual({
      role: expect.any(String),
      name: expect.any(String),
      pointTypeId: expect.any(String),
    })
    expect(
      (await rules('VAV SCI-01', { enabled: true })).body.data.every(
        (rule: { missingPoints: [] }) => rule.missingPoints.length === 0,
      ),
    ).toBe(true)
    expect(
      (await rules('AHU-1', { search: 'soufflage' }, 'amelie', { 'accept-language': 'fr' })).body.totalCount,
    ).toBeGreaterThan(3)
    const page = await rules('AHU-1', { pageSize: 10 })
    expect(
      (await rules('AHU-1', { pageSize: 10, continuationToken: page.body.continuationToken })).body.data,
    ).toHaveLength(5)
  })

  it('are not for those outside', async () => {
    expect((await rules('AHU-1', {}, 'paul')).status).toBe(404)
    expect((await rules('AHU-1', {}, 'nadia')).status).toBe(403)
  })
})

describe('the switch of a rule', () => {
  it('puts the fault away that the rule holds, and automatics leave it alone', async () => {
    const [name, rule] = ['VAV ART-05', 'g36-vav-dmpleak']
    expect((await faultOn(name)).status).toBe('active')
    const off = await toggle(name, rule, 'status=false&isManuallyToggledRule=true')
    expect([off.status, off.body]).toMatchObject([
      200,
      { ruleId: rule, enabled: false, isManuallyToggledRule: true, status: 'disabled', faults: 0 },
    ])
    expect((await faultOn(name)).status).toBe('suppressed')
    const automatic = await toggle(name, rule, 'status=true&isManuallyToggledRule=false')
    expect(automatic.body).toMatchObject({ enabled: false, isManuallyToggledRule: true })
    expect((await toggle(name, rule, 'status=true&isManuallyToggledRule=true')).body.enabled).toBe(true)
  })

  it('stays off without the points the rule needs', async () => {
    const { body } = await rules('VAV SCI-01', { hasMissingPoints: true })
    const refused = await toggle('VAV SCI-01', body.data[0].ruleId, 'status=true&isManuallyToggledRule=true')
    expect([refused.status, refused.body.errorCode, refused.body.errors]).toEqual([
      422,
      4710,
      { status: 'errors.rules.missingPoints' },
    ])
  })

  it('goes with the points of the rule: taken away, its fault is put away; given back, it runs again', async () => {
    const equipmentId = equipment('VAV RES-07')
    expect((await faultOn('VAV RES-07')).status).toBe('active')
    const { body } = await services.call('site', 'POST /points/mapped-points', {
      as: 'amelie',
      body: { equipmentIds: [equipmentId] },
    })
    const { pointId, pointTypeId, role } = body.find((mapping: { role: string }) => mapping.role === 'DATSP')
    const change = (line: string, points: object) =>
      services.call('site', line, { as: 'amelie', body: { equipmentId, ...points } })
    expect((await change('DELETE /points/map-points', { pointIds: [pointId] })).status).toBe(200)
    services.world.clock.advance(1_000)
    expect((await faultOn('VAV RES-07')).status).toBe('suppressed')
    expect((await rules('VAV RES-07', { hasMissingPoints: true })).body.data[0]).toMatchObject({
      code: 'VAV-LOWDAT',
      enabled: false,
      status: 'waitingForPoints',
      missingPoints: [{ role: 'DATSP', name: 'Discharge air temperature setpoint', pointTypeId }],
    })
    expect((await change('POST /points/map-points', { points: [{ pointId, pointTypeId, role }] })).status).toBe(200)
    expect((await rules('VAV RES-07', { hasMissingPoints: true })).body.totalCount).toBe(0)
  })

  it('is for administrators', async () => {
    const switched = (as: string) => toggle('AHU OR', 'g36-ahu-fc2', 'status=false', as)
    expect((await switched('usha')).status).toBe(403)
    expect((await switched('paul')).status).toBe(404)
    expect((await switched('claire')).status).toBe(200)
    expect((await toggle('AHU-1', 'g36-ahu-fc2', 'status=maybe')).status).toBe(422)
    expect((await toggle('AHU-1', 'g36-vav-lowflow', 'status=true')).status).toBe(404)
  })
})

describe('internal variables', () => {
  it('are the defaults of Guideline 36 until somebody changes them', async () => {
    const { body } = await variables('AHU-1')
    expect(body).toMatchObject({ equipmentType: 'Air_Handling_Unit', updatedAt: null, updatedBy: null })
    expect(body.variables).toHaveLength(17)
    expect(body.variables.find(({ key }: { key: string }) => key === 'eDSP')).toEqual({
      key: 'eDSP',
      name: 'Duct static pressure error',
      value: 25,
      defaultValue: 25,
      unit: 'Pa',
      min: 5,
      max: 250,
      step: 5,
      group: 'threshold',
      usedByRules: ['AHU-FC1'],
      isOverridden: false,
    })
  })

  it('are saved by whoever saw their newest version, and go back to the default', async () => {
    const { body: before } = await variables('AHU-1')
    const saved = await save('AHU-1', {
      eTag: before.eTag,
      variables: [
        { key: 'eDSP', value: 40 },
        { key: 'dTsf', value: 2 },
      ],
    })
    expect([saved.status, saved.body.updatedBy]).toEqual([200, { id: expect.any(String), fullName: 'Amélie Tremblay' }])
    const variable = (key: string, body = saved.body) => body.variables.find((one: { key: string }) => one.key === key)
    expect(variable('eDSP')).toMatchObject({ value: 40, isOverridden: true })
    const stale = await save('AHU-1', { eTag: before.eTag, variables: [] })
    expect([stale.status, stale.body.errorCode, stale.body.current.eTag]).toEqual([409, 4009, saved.body.eTag])
    const back = await save('AHU-1', { eTag: saved.body.eTag, variables: [{ key: 'eDSP', value: null }] })
    expect(variable('eDSP', back.body)).toMatchObject({ value: 25, isOverridden: false })
    expect(variable('dTsf', back.body)).toMatchObject({ value: 2, isOverridden: true })
  })

  it('are known, within their range, and changed by administrators only', async () => {
    const { body } = await variables('VAV 12-04')
    const refused = await save('VAV 12-04', {
      eTag: body.eTag,
      variables: [
        { key: 'eDSP', value: 1 },
        { key: 'lowFlowRatio', value: 99 },
      ],
    })
    expect([refused.status, refused.body.errorCode, refused.body.errors]).toEqual([
      422,
      4711,
      { eDSP: 'errors.internalVariables.unknown', lowFlowRatio: 'errors.internalVariables.range' },
    ])
    expect((await save('VAV 12-04', { variables: [] })).status).toBe(428)
    expect((await save('VAV 12-04', { eTag: body.eTag, variables: [] }, 'usha')).status).toBe(403)
    expect((await save('VAV 12-04', { eTag: body.eTag, variables: [] }, 'paul')).status).toBe(404)
    expect((await variables('VAV 12-04', 'usha')).status).toBe(200)
  })

  it('decide what the rules find', async () => {
    const name = 'AHU GEN-02'
    const { body } = await variables(name)
    // By eleven it has cooled with outdoor air for an hour, in which supply and mixed air are compared.
    services.world.clock.advance(3 * 3_600_000)
    expect(await faultOn(name)).toBeUndefined()
    const tight = [
      { key: 'eDSP', value: 5 },
      { key: 'eVFDSPD', value: 20 },
      { key: 'eSAT', value: 0.1 },
      { key: 'eMAT', value: 0.1 },
      { key: 'dTsf', value: 0 },
    ]
    await save(name, { eTag: body.eTag, variables: tight })
    services.world.clock.advance(1_000)
    expect((await faultOn(name))?.status).toBe('active')
  })
})

describe('the rules over a place', () => {
  const montcalm = customerIdOf('CUS1004')
  const list = (query: string, as = 'amelie') => call(`GET /x/rules?${query}`, undefined, as)
  const states = (query: string) => call(`GET /x/rule-states?customerId=${montcalm}&${query}`)

  it('count equipment as the rules of each piece of it do', async () => {
    const own = services.world.store
      .all<{ id: string }>('SELECT id FROM equipment WHERE customer_id = ?', montcalm)
      .map(({ id }) => id)
    const each = await Promise.all(own.map((id) => call(`POST /rules/equipment/${id}`, {})))
    const all = each.flatMap(({ body }) => body.data)
    const { body } = await list(`customerId=${montcalm}`)
    for (const rule of body.data) {
      const on = all.filter(({ ruleId }) => ruleId === rule.ruleId)
      const number = (status: string) => on.filter((one) => one.status === status).length
      expect(rule).toMatchObject({
        equipment: on.length,
        running: number('running'),
        waiting: number('waitingForPoints'),
        disabled: number('disabled'),
        suspended: number('suspended'),
        manual: on.filter(({ isManuallyToggledRule }) => isManuallyToggledRule).length,
        activeFaults: on.reduce((sum, { faults }) => sum + faults, 0),
      })
      for (const [role, n] of Object.entries(rule.missing))
        expect(
          on.filter(({ missingPoints }) => missingPoints.some((one: { role: string }) => one.role === role)),
        ).toHaveLength(n as number)
    }
  })

  it('are narrowed to a site, a group and a type, and are not for those outside', async () => {
    const site = services.world.store.get<{ id: string; type: string }>(
      'SELECT site_id AS id, type FROM equipment WHERE customer_id = ? ORDER BY id LIMIT 1',
      montcalm,
    )
    const whole = (await list(`customerId=${montcalm}`)).body.data
    const here = (await list(`siteId=${site?.id}`)).body.data
    const sum = (rules: { equipment: number }[]) => rules.reduce((total, { equipment: n }) => total + n, 0)
    expect(sum(here)).toBeLessThan(sum(whole))
    expect(sum((await list(`customerId=${montcalm}&equipmentType=Fan_Coil_Unit`)).body.data)).toBe(9 * 5)
    expect((await list(`customerId=${montcalm}`, 'paul')).status).toBe(404)
  })

  it('are described without counts where only their names are wanted', async () => {
    const counts = ['equipment', 'running', 'waiting', 'disabled', 'suspended', 'manual', 'activeFaults', 'missing']
    const named = (rule: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(rule).filter(([key]) => ![...counts, 'equipmentTypes'].includes(key)))
    for (const place of [`customerId=${montcalm}`, `customerId=${montcalm}&equipmentType=Fan_Coil_Unit`]) {
      const whole = (await list(place)).body.data
      expect(whole.length).toBeGreaterThan(0)
      expect((await list(`${place}&withoutCounts=true`)).body.data).toEqual(whole.map(named))
    }
  })

  it('tell the equipment of one of them in each state, page by page', async () => {
    const waiting = await states('ruleId=g36-vav-lowflow&status=waitingForPoints&pageSize=5')
    expect([waiting.body.totalCount, waiting.body.data.length]).toEqual([12, 5])
    expect(waiting.body.data[0]).toMatchObject({ equipmentName: 'VAV SCI-01', status: 'waitingForPoints' })
    const next = await states(
      `ruleId=g36-vav-lowflow&status=waitingForPoints&pageSize=5&continuationToken=${waiting.body.continuationToken}`,
    )
    expect(next.body.data[0].equipmentName).toBe('VAV SCI-07')
    expect((await states('ruleId=g36-vav-lowflow&search=SCI-01')).body.data).toHaveLength(1)
    expect((await states('ruleId=nothing')).status).toBe(404)
  })

  it('are switched on much equipment, each piece on its own', async () => {
    const both = [equipment('VAV ART-02'), equipment('VAV SCI-01')]
    const set = (status: boolean) =>
      call('POST /x/rule-states', { ruleId: 'g36-vav-lowflow', equipmentIds: both, status })
    expect((await set(false)).body.data.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual([false, false])
    const on = await set(true)
    expect([on.status, on.body.errorCode, on.body.errors[0]]).toMatchObject([
      422,
      4100,
      { entityId: both[1], details: { type: 'missingPoints', errorCode: 4710 } },
    ])
    expect((await states('ruleId=g36-vav-lowflow&status=disabled')).body.data).toEqual([])
  })
})
