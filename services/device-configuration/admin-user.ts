/** The calls about the admin user of controllers: a password is written and never returned (spec §7, domain §5.8). */
import type { AdminUser } from '../contracts/configuration-kinds'
import type { deviceConfiguration } from '../contracts/device-configuration'
import { isPersonal, passwordErrors } from '../contracts/password-policy'
import { fail } from '../kit/api-error'
import type { Handlers } from '../kit/call'
import { timestamp } from '../kit/clock'
import { scopeOfDevice } from '../kit/scope'
import type { World } from '../kit/world'
import { logReply } from './log-reply'
import { readMany } from './read-many'
import { saveEach } from './save-each'
import { hasherOf, isSameHash, newSalt, sealText } from './secrets'
import { isDirty, markContentChanged, readState } from './sends'

type AdminUserCalls = Pick<
  Handlers<typeof deviceConfiguration>,
  'getAdminUser' | 'adminUserOfMany' | 'adminUserSendLogs' | 'saveAdminUser'
>

/** How many previous passwords may not be reused. */
const maxRemembered = 5

export const adminUser: AdminUserCalls = {
  getAdminUser({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return toAdminUser(world, params.id)
  },

  adminUserOfMany: (call) => readMany(call, (id) => toAdminUser(call.world, id), 'config.adminuser'),

  adminUserSendLogs: (call) => logReply(call, 'users'),

  saveAdminUser(call) {
    const { body, world } = call
    const password = { text: body.adminPassword, hash: hasherOf(body.adminPassword), salt: newSalt() }
    return saveEach(call, {
      type: 'users',
      capability: 'config.adminuser',
      read: (deviceId) => toAdminUser(world, deviceId),
      check: () => refuseWrong(passwordErrors(password.text)),
      save: (deviceId) => saveOne(world, deviceId, password),
    })
  },
}

interface Password {
  text: string
  /** Returns the hash under a salt. */
  hash: (salt: string) => Buffer
  salt: string
}

function saveOne(world: World, deviceId: string, { text, hash, salt }: Password) {
  const { store, clock } = world
  const owner = store.get<{ hostId: string; customerName: string }>(
    `SELECT host_id AS hostId, customer.name AS customerName FROM device JOIN customer ON customer.id = customer_id
     WHERE device.id = ?`,
    deviceId,
  )
  if (!owner) return fail(4005)
  if (isPersonal(text, owner)) refuseWrong(['errors.password.personal'])
  const before = store.all<{ salt: string; hash: string }>(
    'SELECT salt, hash FROM password_history WHERE device_id = ? ORDER BY id DESC LIMIT ?',
    deviceId,
    maxRemembered,
  )
  if (before.some((previous) => isSameHash(hash(previous.salt), previous.hash))) refuseWrong(['errors.password.reused'])

  store.run(
    `INSERT INTO admin_user (device_id, secret, password_set_at) VALUES (?,?,?)
     ON CONFLICT (device_id) DO UPDATE SET secret = excluded.secret, password_set_at = excluded.password_set_at,
       version = version + 1`,
    deviceId,
    sealText(world, text),
    clock.now(),
  )
  store.run(
    'INSERT INTO password_history (device_id, salt, hash) VALUES (?,?,?)',
    deviceId,
    salt,
    hash(salt).toString('base64'),
  )
  store.run(
    `DELETE FROM password_history WHERE device_id = ? AND id NOT IN
       (SELECT id FROM password_history WHERE device_id = ? ORDER BY id DESC LIMIT ?)`,
    deviceId,
    deviceId,
    maxRemembered,
  )
  markContentChanged(store, deviceId, 'users')
  return toAdminUser(world, deviceId)
}

function toAdminUser({ store }: World, deviceId: string): AdminUser & { eTag: string } {
  const state = readState(store, deviceId, 'users') ?? fail(4005)
  const row = store.get<{ password_set_at: number; version: number }>(
    'SELECT password_set_at, version FROM admin_user WHERE device_id = ?',
    deviceId,
  )
  const setAt = row?.password_set_at ?? state.last_sent_time
  return {
    deviceId,
    adminPassword: null,
    eTag: `${deviceId.slice(0, 8)}.u${row?.version ?? 0}`,
    sendState: state.send_state,
    lastSentTime: state.last_sent_time === null ? null : timestamp(state.last_sent_time),
    isDirty: isDirty(state),
    passwordSetAt: setAt === null ? null : timestamp(setAt),
  }
}

function refuseWrong(errors: string[]): void {
  if (errors.length > 0) fail(4509, { errors: { adminPassword: errors } })
}
