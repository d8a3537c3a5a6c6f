/**
 * Sets the password of the admin user on one or more controllers (domain §5.8). The form has the password input next to
 * the plan, because a secret is never carried from one form to the next.
 */
import { z } from 'zod'
import { type AdminUser, mostInOneCall } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import { isPersonal, passwordErrors } from '#contracts/password-policy'
import { tenant } from '#contracts/tenant'
import { byIds } from '~/backend/by-ids.server'
import type { Reader } from '~/backend/reader.server'
import type { Change, Desk } from '~/change/desk'
import { changedIn, inCalls, partsOf } from '~/change/in-chunks.server'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { tooManyOf } from '~/domain/selection'
import { isSending } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import { type Standing, standingsOf, subjectOf, unknownSubject } from '~/screens/configuration/controllers.server'
import { DeviceIds } from '~/screens/configuration/device-ids'
import { type ConfigurationPlace, subjectAt } from '~/screens/configuration/place'
import { versionsOf } from '~/screens/configuration/settings.server'

const Password = z.string({ error: 'errors:field.required' }).max(1_000, { error: 'errors:password.length' })

const PasswordForm = z
  .object({
    device: DeviceIds.min(1, { error: 'errors:nothingChosen' }),
    adminPassword: Password,
    adminPasswordAgain: Password,
  })
  .refine(({ adminPassword, adminPasswordAgain }) => adminPassword === adminPasswordAgain, {
    error: 'errors:password.again',
    path: ['adminPasswordAgain'],
  })
  .transform(({ device, adminPassword }) => ({ ids: [...new Set(device)], password: adminPassword }))
type PasswordForm = z.infer<typeof PasswordForm>

/** Plans the change for each controller. With a password, reports every rule that it breaks. */
export async function passwordPlan(
  { read, language }: Pick<Desk<unknown>, 'read' | 'language'>,
  at: ConfigurationPlace,
  { ids, password }: { ids: readonly string[]; password?: string },
): Promise<Plan> {
  const tooMany = tooManyOf('devices', ids, mostFor('adminUser.save'))
  if (tooMany) return { rows: [], tooMany }
  const [looked, users] = await Promise.all([standingsOf(read, at, ids), adminUsersOf(read, ids)])
  const t = translator(language)
  const fields = [{ name: 'main:adminUser.password', from: t('main:adminUser.present'), to: t('main:adminUser.new') }]
  const setAt = new Date().toISOString()
  const rows = looked.map(({ id, found }): PlanRow => {
    const user = users.get(id)
    if (!found || !user)
      return { subject: unknownSubject(id), effect: 'skip', because: 'main:configuration.plan.missing', fields: [] }
    return {
      subject: subjectOf(found.device),
      customerId: found.device.customerId,
      ...(user.eTag ? { version: user.eTag } : {}),
      effect: 'change',
      fields,
      before: { setAt: user.passwordSetAt ?? null },
      after: { setAt },
    }
  })
  const found = looked.flatMap((one) => one.found ?? [])
  const wrong = password === undefined ? [] : await problemsOf(read, at, { password, found })
  return { rows, notes: notesOf(found), ...(wrong.length > 0 ? { errors: { adminPassword: wrong } } : {}) }
}

function adminUsersOf(ask: Reader['ask'], ids: readonly string[]): Promise<Map<string, AdminUser>> {
  return byIds<AdminUser>(ids, {
    extension: deviceConfiguration.adminUserOfMany,
    many: async (deviceIds) => (await ask(deviceConfiguration.adminUserOfMany, { body: { deviceIds } })).data,
    one: (id) => ask(deviceConfiguration.getAdminUser, { path: { id } }),
    idOf: ({ deviceId }) => deviceId,
  })
}

/** Checks the rules that need no history; only the service knows which passwords were used before. */
async function problemsOf(
  read: Desk<unknown>['read'],
  { customerId }: ConfigurationPlace,
  { password, found }: { password: string; found: readonly Standing[] },
): Promise<string[]> {
  const { name: customerName } = await read(tenant.getCustomer, { path: { id: customerId } })
  const isOwn = found.some(({ device }) => isPersonal(password, { hostId: device.hostId ?? '', customerName }))
  const wrong = [...passwordErrors(password), ...(isOwn ? ['errors.password.personal'] : [])]
  return [...new Set(wrong)].map((key) => key.replace('errors.', 'errors:'))
}

function notesOf(found: readonly Standing[]): string[] {
  return [
    ...(found.some(({ device }) => device.overallStatus?.connected !== true)
      ? ['main:configuration.plan.offline']
      : []),
    ...(found.some(({ state }) => isSending(state.sendState)) ? ['main:configuration.plan.sending'] : []),
  ]
}

/** Returns the change that saves the password; nothing is sent to the controllers yet. */
export function passwordSave(at: ConfigurationPlace): Change<PasswordForm> {
  return {
    name: 'adminUser.save',
    about: subjectAt(at),
    form: PasswordForm,
    plan: (desk) => passwordPlan(desk, at, desk.form),
    async work({ form, plan, write, ended }) {
      const calls = partsOf(changedIn(plan), mostInOneCall).map((deviceIds) => ({
        ids: deviceIds,
        input: { body: { ...versionsOf(plan, deviceIds), deviceIds, adminPassword: form.password } },
      }))
      await inCalls({ write, ended }, deviceConfiguration.saveAdminUser, calls)
      return undefined
    },
  }
}
