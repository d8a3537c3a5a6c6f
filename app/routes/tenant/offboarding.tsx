/** Offboards a tenant: whom it affects, plan, apply (domain §9.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { problemResponse, reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { type Consequence, consequenceAction, consequenceData } from '~/screens/consequence/consequence.server'
import { Review } from '~/screens/consequence/review'
import { type TenantNow, tenantThing } from '~/things/tenant/thing.server'
import { Checkbox } from '~/ui/choice-field'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { holdingsOf } from './holdings.server'
import { Consequences } from './offboarding-consequences'
import { OffboardingForm, offboardingPlan, whyNot } from './offboarding-plan.server'

export const handle = {
  title: (data, t) => t('main:tenant.offboarding.title', { name: data.name }),
  menu: 'customers',
} satisfies PageHandle<typeof loader>

const consequence: Consequence<'tenant', TenantNow, OffboardingForm> = {
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
  const { ask } = await reader(args, { capability: 'tenant.onboard' })
  const [{ now, data }, holdings] = await Promise.all([
    consequenceData(args, consequence, (t) => t('main:change.tenant.offboard')),
    holdingsOf(ask, tenantId).catch((error: unknown) => {
      throw error instanceof ServiceError ? problemResponse(error) : error
    }),
  ])
  return { ...data, people: now.totalUsers ?? null, holdings, whyNot: whyNot(now) }
}

export function action(args: ActionFunctionArgs) {
  return consequenceAction(args, consequence)
}

export default function TenantOffboarding() {
  const t = useT()
  const { name, people, holdings, whyNot, first, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={t('entity.tenant')} name={t('main:tenant.offboarding.title', { name })} />
      {whyNot && !reply ? (
        <Notice tone="info" quiet title={errorText(t, whyNot)} />
      ) : (
        <>
          <Consequences people={people} holdings={holdings} isForced={reply?.stage === 'plan'} />
          <Review
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
              text: (key) => (key === 'state' ? t('field.state') : errorText(t, key)),
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
          </Review>
        </>
      )}
    </Stack>
  )
}
