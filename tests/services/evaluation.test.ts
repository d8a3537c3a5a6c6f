/** When the evaluation is not on packets: where the clock can be moved, or was, or the operator has links of their own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addClockOffset } from '../../services/kit/clock-offset'
import { readSettings } from '../../services/kit/settings'
import type { World } from '../../services/kit/world'
import { buildingDevice } from '../../services/simulation/devices/building-device'
import { beginEvaluation } from '../../services/simulation/devices/evaluation'
import { openWorld } from '../../services/start'
import { freeUdpPorts } from '../harness/ports'

let folder: string
let world: World
let port: number

const settingsWith = (env: Record<string, string>) => {
  const read = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...env })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.settings
}
const onPackets = () => world.store.all(`SELECT id FROM device WHERE protocol = 'bacnet'`).length
const beginWith = (env: Record<string, string>) => beginEvaluation({ ...world, settings: settingsWith(env) }, port)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-evaluation-'))
  world = openWorld({ settings: settingsWith({}) })
  port = await freeUdpPorts()
})
afterAll(async () => {
  world.store.close()
  await rm(folder, { recursive: true, force: true })
})

test('a link of the operator, agents, the control plane and a moved clock keep it simulated, also after it was on packets', async () => {
  const begun = await beginWith({})
  expect([typeof begun?.since, onPackets()]).toEqual(['number', 8])
  await begun?.close()
  for (const [env, reason] of [
    [{ LINK_PROGRAMS: 'bacnet=bacnet-link' }, 'other links are configured'],
    [{ AGENT_PORT: '4010' }, 'other links are configured'],
    [{ SIM_CONTROL: '1' }, 'SIM_CONTROL can move the clock'],
  ] as const) {
    const refused = await beginWith(env)
    expect(refused?.notice).toContain(`are simulated, without packets: ${reason}`)
    expect([refused?.since, onPackets()]).toEqual([null, 0])
  }
  addClockOffset(world.store, 60_000)
  expect((await beginWith({}))?.notice).toContain('the clock of this data folder was moved')
  expect(onPackets()).toBe(0)
})

test('what was written stays held, whichever of the two a controller is', async () => {
  world.store.run('DELETE FROM moved_clock')
  const held = () =>
    world.store.all(`SELECT point_id, level, value, by_name FROM point_command WHERE device_id IN (
      SELECT id FROM device WHERE name LIKE '% DRO-%') ORDER BY point_id, level`)
  const before = held()
  expect(before.length).toBeGreaterThan(3)
  const begun = await beginWith({})
  expect(world.store.all('SELECT 1 FROM device_level').length).toBeGreaterThan(3)
  await begun?.close()
  expect(await beginEvaluation(world, null)).toBeNull()
  expect([onPackets(), world.store.all('SELECT 1 FROM device_level').length, held()]).toEqual([0, 0, before])
  expect(world.store.get('SELECT 1 FROM controller_network')).toBeUndefined()
})

test('a store that fails makes a device one without values, which refuses what is written', () => {
  const [row] = world.store.all<{ id: string }>(`SELECT id FROM device WHERE name = 'VAV DRO-01'`)
  const device = buildingDevice(world, row?.id ?? '', {
    reach: 'ip',
    held: {
      of: () => {
        throw new Error('the disk is full')
      },
      set: () => {
        throw new Error('the disk is full')
      },
    },
  })
  const { source, model } = device
  expect([source.states().size, source.isSilent()]).toEqual([0, false])
  const output = model.points.find(({ isCommandable }) => isCommandable)
  expect(output && source.command(output, 8, 1)).toBe(false)
})
