/** The plan of offboarding a tenant, from current data (domain §9.1). */
import { z } from 'zod'
import type { Tenant } from '#contracts/tenant'
import type { Plan } from '~/change/plan'
import { config } from '~/config.server'
import { translator } from '~/i18n/i18n.server'
import type { PlanningContext } from '~/kit/confirmation/confirmation.server'
import { tenantHoldings } from './holdings.server'

export const OffboardingForm = z.object({
  force: z.boolean().default(false),
})
export type OffboardingForm = z.infer<typeof OffboardingForm>

/** Returns the message key of why a tenant cannot be offboarded; null where it can. */
export function offboardingRefusal({ id, onboardingStatus }: Tenant): string | null {
  if (id === config().rootTenantId) return 'errors:catalogue.rootTenant'
  return onboardingStatus === 'onboarded' ? null : 'errors:tenant.notOnboarded'
}

export async function offboardingPlan(
  current: Tenant,
  { form, read, language }: PlanningContext<OffboardingForm>,
): Promise<Plan> {
  const holdings = await tenantHoldings(read, current.id)
  const { onboardingStatus = 'onboarded', totalUsers = null } = current
  const { customers, devices, onboarded } = holdings
  const because = offboardingRefusal(current) ?? undefined
  const t = translator(language)
  const errors: Plan['errors'] = onboarded && !form.force ? { force: ['errors:tenant.hasDevices'] } : {}
  return {
    errors: because ? {} : errors,
    // Needs the name as confirmation, because this locks out a whole tenant (design §12).
    confirm: current.name,
    rows: [
      {
        subject: { kind: 'tenant', id: current.id, name: current.name },
        effect: because ? 'skip' : 'change',
        because,
        fields: [
          {
            name: 'state',
            label: t('field.state'),
            from: t(`main:tenant.state.${onboardingStatus}`),
            to: because ? t(`main:tenant.state.${onboardingStatus}`) : t('main:tenant.state.offboarded'),
          },
        ],
        // People and controllers added since the plan was shown invalidate it.
        version: [current.eTag, customers, totalUsers, devices, onboarded].join(' '),
        before: { onboardingStatus, customers, people: totalUsers, devices, onboarded },
        after: { onboardingStatus: 'offboarding', force: form.force },
      },
    ],
  }
}
