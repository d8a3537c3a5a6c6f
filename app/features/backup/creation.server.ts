/** The form and the plan of a new backup, with the check that the controller can create one now (domain §8.2). */
import { z } from 'zod'
import { backupParts } from '#contracts/backup-parts'
import { freeText, Id } from '#contracts/scalars'
import { site } from '#contracts/site'
import type { Plan } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { ControllerPasswordInput } from '~/features/controller-management/shared/password'
import { translator } from '~/i18n/i18n.server'
import { entitySubject } from '~/kit/edit/thing.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import { backupPartText } from './row'

export const BackupForm = z.object({
  name: freeText(80).refine((name) => name !== '', { error: 'errors:field.required' }),
  template: Id,
  part: z.array(z.enum(backupParts)).min(1, { error: 'errors:templates.noPart' }),
  controllerPassword: ControllerPasswordInput,
})
export type BackupForm = z.infer<typeof BackupForm>

export async function creationPlan(
  { form, read, language }: PlanContext<BackupForm>,
  at: ParamsFor<'newBackup'>,
): Promise<Plan> {
  const [device, templates] = await Promise.all([
    deviceAt(read, at),
    read(site.listTemplates, { path: { id: at.siteId } }),
  ])
  const template = templates.find(({ id }) => id === form.template)
  if (!template) return { rows: [], errors: { template: ['errors:field.choice'] } }
  const t = translator(language)
  const { connected, onBoarded } = device.overallStatus ?? {}
  const because =
    onBoarded === false ? 'errors:templates.notOnboarded' : connected === true ? null : 'errors:templates.notConnected'
  const parts = form.part.map((part) => backupPartText(t, part)).join(', ')
  return {
    rows: [
      {
        subject: entitySubject('device', device),
        ...(because ? { effect: 'skip', because } : { effect: 'change' }),
        fields: [
          { name: 'backup', from: null, to: form.name },
          { name: 'template', from: null, to: template.name },
          { name: 'parts', from: null, to: parts },
        ],
        before: null,
        after: { backup: form.name, template: template.name, parts: form.part.join(', ') },
      },
    ],
  }
}
