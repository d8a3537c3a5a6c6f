/** Offboards a tenant: whom it affects, plan, apply (domain §9.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { asPage, readerFor } from '~/backend/reader.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { type Confirmation, confirmationAction, confirmationData } from '~/kit/confirmation/confirmation.server'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { Checkbox } from '~/ui/choice-field'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { tenantHoldings } from './holdings.server'
import { OffboardingConsequences } from './offboarding-consequences'
import { OffboardingForm, offboardingPlan, offboardingRefusal } from './offboarding-plan.server'
import { type TenantEntity, tenantThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:tenant.offboarding.title', { name: data.name }),
  menu: 'customers',
} satisfies PageHandle<typeof loader>

const consequence: Confirmation<'tenant', TenantEntity, OffboardingForm> = {
  change: 'tenant.offboard',
  thing: tenantThing,
  page: 'tenantOffboarding',
  form: OffboardingForm,
  plan: offboardingPlan,
  async send({ form, write, changeId }, { at }) {
    await write(tenant.offboardTenant, { path: { id: at.tenantId }, query: form.force ? { force: true } : {} })
    return href('tenant', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('tenantOffboarding', args.params)
  const { call } = await readerFor(args, { capability: 'tenant.onboard' })
  const [{ now, data }, holdings] = await Promise.all([
    confirmationData(args, consequence, (t) => t('main:change.tenant.offboard')),
    asPage(tenantHoldings(call, tenantId)),
  ])
  return { ...data, people: now.totalUsers ?? null, holdings, refusal: offboardingRefusal(now) }
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, consequence)
}

export default function TenantOffboarding() {
  const t = useT()
  const { name, people, holdings, refusal, first, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={t('entity.tenant')} name={t('main:tenant.offboarding.title', { name })} />
      {refusal && !reply ? (
        <Notice tone="info" quiet title={errorText(t, refusal)} />
      ) : (
        <>
          <OffboardingConsequences people={people} holdings={holdings} isForced={reply?.stage === 'plan'} />
          <PlanReview
            id="offboarding"
            look="danger"
            first={first}
            canEdit={!first}
            cancelHref={cancelHref}
            words={{
              caption: t('main:tenant.offboarding.caption'),
              subjectTitle: t('entity.tenant'),
              fieldTitle: t('main:tenant.offboarding.field'),
              apply: t('main:tenant.offboarding.apply'),
            }}
          >
            {(form) =>
              holdings.onboarded !== 0 &&
              !first && (
                <Checkbox
                  label={t('main:tenant.offboarding.force')}
                  hint={t('main:tenant.offboarding.forceHint')}
                  {...form.box('force')}
                />
              )
            }
          </PlanReview>
        </>
      )}
    </Stack>
  )
}
