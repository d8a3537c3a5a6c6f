/** The plan of restoring a backup on a controller, part by part (domain §17). */
import { deviceConfiguration } from '#contracts/device-configuration'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { isSending } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import { entitySubject } from '~/kit/edit/thing.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import { backupPartText } from './row'
import { backupAt, kindOfPart } from './shared/backups.server'

/** Settings are saved and sent, graphics are built and wait for a send; other parts of the backup are ignored. */
export async function restorePlan(
  { read, catalogues, language }: Pick<PlanContext<unknown>, 'read' | 'catalogues' | 'language'>,
  at: ParamsFor<'backupRestoring'>,
): Promise<Plan> {
  const [device, backup, info, { controllers }] = await Promise.all([
    deviceAt(read, at),
    backupAt(read, at),
    read(deviceConfiguration.getInfo, { path: { id: at.deviceId } }),
    catalogues(),
  ])
  const t = translator(language)
  const hasFiles = backup.includes.includes('files')
  const kinds = backup.includes.flatMap((part) => kindOfPart(part) ?? [])
  const model = controllers.find(({ id }) => id === device.productId)?.model.name
  const { connected, onBoarded } = device.overallStatus ?? {}
  const subject = entitySubject('device', device)
  const isBusy = kinds.some((kind) => isSending(info[kind]?.sendState || 'notSet'))
  const because =
    backup.state !== 'completed'
      ? 'main:backup.restoring.notReady'
      : !hasFiles && model && backup.platform.modelName !== model
        ? 'main:backup.restoring.otherModel'
        : onBoarded === false
          ? 'errors:templates.notOnboarded'
          : isBusy
            ? 'main:send.plan.inProgress'
            : kinds.length === 0 && !hasFiles
              ? 'main:backup.restoring.nothing'
              : null
  if (because) return { rows: [{ subject, effect: 'skip', because, fields: [] }] }
  const row: PlanRow = {
    subject,
    effect: 'change',
    timing: connected === true ? 'now' : 'waits',
    fields: backup.includes.map((part) => {
      const kind = kindOfPart(part)
      const isUnsent = kind !== null && info[kind]?.isDirty === true
      const what =
        part === 'files' ? 'written' : kind === 'gfx' ? 'built' : !kind ? 'left' : isUnsent ? 'sentOver' : 'sent'
      return { name: part, label: backupPartText(t, part), from: null, to: t(`main:backup.restoring.${what}`) }
    }),
    before: Object.fromEntries(kinds.map((kind) => [kind, { sendState: info[kind]?.sendState ?? 'notSet' }])),
    after: {
      backup: backup.name,
      ...Object.fromEntries(kinds.map((kind) => [kind, { sendState: 'queued' }])),
    },
  }
  const isOfAnother = backup.deviceId !== device.id
  return {
    rows: [row],
    notes: [
      ...(kinds.some((kind) => info[kind]?.isDirty) ? ['main:backup.restoring.unsent'] : []),
      ...(isOfAnother && kinds.includes('bacnet') ? ['main:backup.restoring.identity'] : []),
      ...(isOfAnother && kinds.includes('network') ? ['main:backup.restoring.address'] : []),
      ...(kinds.includes('network') ? ['main:network.drops'] : []),
      ...(kinds.includes('gfx') ? ['main:backup.restoring.graphics'] : []),
    ],
  }
}
