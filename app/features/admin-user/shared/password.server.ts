/**
 * Sets the password of the admin user on one or more controllers (domain §5.8). The form has the password input next to
 * the plan, because a secret is never carried from one form to the next.
 */
import { z } from 'zod'
import { type AdminUser, maxControllersPerCall } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import { isPersonal, passwordErrors } from '#contracts/password-policy'
import { tenant } from '#contracts/tenant'
import { byIds } from '~/backend/by-ids.server'
import type { Reader } from '~/backend/reader.server'
import type { Plan, PlanRow } from '~/change/plan'
import type { Change, PlanContext } from '~/change/plan-context'
import { changedIds, chunksOf, writeCalls } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { tooManyOf } from '~/domain/selection'
import { isSending } from '~/domain/send-state'
import {
  type DeviceWithState,
  deviceSubject,
  readDeviceStates,
  unknownDeviceSubject,
} from '~/features/configuration/shared/controllers.server'
import { SelectedDeviceIds } from '~/features/configuration/shared/device-ids'
import { type ConfigurationPlace, configurationSubject } from '~/features/configuration/shared/place'
import { versionsOf } from '~/features/configuration/shared/settings.server'
import { translator } from '~/i18n/i18n.server'

const Password = z.string({ error: 'errors:field.required' }).max(1_000, { error: 'errors:password.length' })

const PasswordForm = z
  .object({
    device: SelectedDeviceIds.min(1, { error: 'errors:nothingChosen' }),
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
  { read, language }: Pick<PlanContext<unknown>, 'read' | 'language'>,
  at: ConfigurationPlace,
  { ids, password }: { ids: readonly string[]; password?: string },
): Promise<Plan> {
  const tooMany = tooManyOf('devices', ids, limitFor('adminUser.save'))
  if (tooMany) return { rows: [], tooMany }
  const [controllers, users] = await Promise.all([readDeviceStates(read, at, ids), adminUsersOf(read, ids)])
  const t = translator(language)
  const fields = [{ name: 'main:adminUser.password', from: t('main:adminUser.present'), to: t('main:adminUser.new') }]
  const setAt = new Date().toISOString()
  const rows = controllers.map(({ id, match }): PlanRow => {
    const user = users.get(id)
    if (!match || !user)
      return {
        subject: unknownDeviceSubject(id),
        effect: 'skip',
        because: 'main:configuration.plan.missing',
        fields: [],
      }
    return {
      subject: deviceSubject(match.device),
      customerId: match.device.customerId,
      ...(user.eTag ? { version: user.eTag } : {}),
      effect: 'change',
      fields,
      before: { setAt: user.passwordSetAt ?? null },
      after: { setAt },
    }
  })
  const existing = controllers.flatMap((one) => one.match ?? [])
  const errors = password === undefined ? [] : await problemsOf(read, at, { password, existing })
  return { rows, notes: notesOf(existing), ...(errors.length > 0 ? { errors: { adminPassword: errors } } : {}) }
}

function adminUsersOf(call: Reader['call'], ids: readonly string[]): Promise<Map<string, AdminUser>> {
  return byIds<AdminUser>(ids, {
    extension: deviceConfiguration.adminUserOfMany,
    many: async (deviceIds) => (await call(deviceConfiguration.adminUserOfMany, { body: { deviceIds } })).data,
    one: (id) => call(deviceConfiguration.getAdminUser, { path: { id } }),
    idOf: ({ deviceId }) => deviceId,
  })
}

/** Checks the rules that need no history; only the service knows which passwords were used before. */
async function problemsOf(
  read: PlanContext<unknown>['read'],
  { customerId }: ConfigurationPlace,
  { password, existing }: { password: string; existing: readonly DeviceWithState[] },
): Promise<string[]> {
  const { name: customerName } = await read(tenant.getCustomer, { path: { id: customerId } })
  const isOwn = existing.some(({ device }) => isPersonal(password, { hostId: device.hostId ?? '', customerName }))
  const errors = [...passwordErrors(password), ...(isOwn ? ['errors.password.personal'] : [])]
  return [...new Set(errors)].map((key) => key.replace('errors.', 'errors:'))
}

function notesOf(existing: readonly DeviceWithState[]): string[] {
  return [
    ...(existing.some(({ device }) => device.overallStatus?.connected !== true)
      ? ['main:configuration.plan.offline']
      : []),
    ...(existing.some(({ state }) => isSending(state.sendState)) ? ['main:configuration.plan.sending'] : []),
  ]
}

/** Returns the change that saves the password; nothing is sent to the controllers yet. */
export function passwordChange(at: ConfigurationPlace): Change<PasswordForm> {
  return {
    name: 'adminUser.save',
    about: configurationSubject(at),
    form: PasswordForm,
    plan: (context) => passwordPlan(context, at, context.form),
    async work({ form, plan, write, setOutcome }) {
      const calls = chunksOf(changedIds(plan), maxControllersPerCall).map((deviceIds) => ({
        ids: deviceIds,
        input: { body: { ...versionsOf(plan, deviceIds), deviceIds, adminPassword: form.password } },
      }))
      await writeCalls({ write, setOutcome }, deviceConfiguration.saveAdminUser, calls)
      return undefined
    },
  }
}
