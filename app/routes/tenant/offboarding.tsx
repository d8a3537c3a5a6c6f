/** Offboarding a tenant: whom it concerns, then the plan, then it is done (domain §9.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { problemResponse, reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { Review } from '~/screens/consequence/review'
import { Checkbox } from '~/ui/choice-field'
import { TextInput } from '~/ui/field'
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

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenantOffboarding', args.params)
  const { read, ask, language, age } = await reader(args, { capability: 'tenant.onboard' })
  const [found, holdings] = await Promise.all([
    read(tenant.getTenant, { path: { id: at.tenantId } }),
    holdingsOf(ask, at.tenantId).catch((error: unknown) => {
      throw error instanceof ServiceError ? problemResponse(error) : error
    }),
  ])
  return {
    at,
    name: found.name,
    people: found.totalUsers ?? null,
    holdings,
    whyNot: whyNot(found),
    age: age(),
    crumbs: [{ name: translator(language)('main:change.tenant.offboard'), href: href('tenantOffboarding', at) }],
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('tenantOffboarding', args.params)
  return mutate(args, {
    name: 'tenant.offboard',
    about: { kind: 'tenant', id: at.tenantId, name: at.tenantId },
    form: OffboardingForm,
    plan: (desk) => offboardingPlan(desk, at.tenantId),
    async work({ form, write, changeId }) {
      await write(tenant.offboardTenant, { path: { id: at.tenantId }, query: form.force ? { force: true } : {} })
      return href('tenant', at, { changed: changeId })
    },
  })
}

export default function TenantOffboarding() {
  const t = useT()
  const { at, name, people, holdings, whyNot } = useLoaderData<typeof loader>()
  const reply = useReply()
  const cancelHref = href('tenant', at)
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
            cancelHref={cancelHref}
            words={{
              caption: t('main:tenant.offboarding.caption'),
              subjectTitle: t('entity.tenant'),
              fieldTitle: t('main:tenant.offboarding.field'),
              apply: t('main:tenant.offboarding.apply'),
              text: (key) => (key === 'state' ? t('field.state') : errorText(t, key)),
            }}
          >
            {(form) => (
              <>
                {holdings.onboarded !== 0 && (
                  <Checkbox
                    label={t('main:tenant.offboarding.force')}
                    hint={t('main:tenant.offboarding.forceHint')}
                    {...form.box('force')}
                  />
                )}
                <TextInput
                  label={t('main:tenant.offboarding.confirmName', { name })}
                  autoComplete="off"
                  {...form.input('confirmName')}
                />
              </>
            )}
          </Review>
        </>
      )}
    </Stack>
  )
}
