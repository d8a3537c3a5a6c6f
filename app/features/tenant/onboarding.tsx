/** Onboards an existing tenant: invites its administrator and starts the process (domain §9.1, §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EditSection } from '~/kit/edit/edit-section'
import type { TextField } from '~/kit/edit/fields'
import { TextInput } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { isStartable } from './onboarding-status'
import { readableDomain } from './shared/readable-domain.server'

export const handle = {
  title: (data, t) => t('main:tenant.onboarding.title', { name: data.name }),
  menu: 'customers',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('tenantOnboarding', args.params)
  const { read, language, age } = await readerFor(args, { capability: 'tenant.onboard' })
  const tenantRecord = await read(tenant.getTenant, { path: { id: at.tenantId } })
  return {
    at,
    name: tenantRecord.name,
    domains: (tenantRecord.domains ?? []).map(readableDomain),
    isStartable: isStartable(tenantRecord),
    formKey: newKey(),
    age: age(),
    crumbs: [{ name: translator(language)('main:change.tenant.onboard'), href: href('tenantOnboarding', at) }],
  }
}

const adminEmail = {
  kind: 'text',
  label: (t) => t('main:tenant.onboarding.adminEmail'),
  maxLength: 254,
  isRequired: true,
} satisfies TextField

const OnboardingForm = z.object({
  adminEmail: z.string().trim().max(adminEmail.maxLength, { error: 'errors:user.email' }),
})

export async function action(args: ActionFunctionArgs) {
  const at = address('tenantOnboarding', args.params)
  return mutate(args, {
    name: 'tenant.onboard',
    about: { kind: 'tenant', id: at.tenantId, name: at.tenantId },
    options: { isDirect: true },
    form: OnboardingForm,
    async plan({ form, read }) {
      const now = await read(tenant.getTenant, { path: { id: at.tenantId } })
      const { onboardingStatus = null } = now
      return {
        rows: [
          {
            subject: { kind: 'tenant', id: now.id, name: now.name },
            effect: isStartable(now) ? 'change' : 'skip',
            because: 'errors:tenant.alreadyOnboarded',
            fields: [
              { name: 'onboardingStatus', from: onboardingStatus, to: 'inProgress' },
              { name: 'adminEmail', from: null, to: form.adminEmail },
            ],
            version: now.eTag,
            before: { onboardingStatus },
            after: { onboardingStatus: 'inProgress', adminEmail: form.adminEmail },
          },
        ],
      }
    },
    async work({ form, write, changeId }) {
      await write(tenant.onboardTenant, { body: { tenantId: at.tenantId, adminEmail: form.adminEmail } })
      return href('tenant', at, { changed: changeId })
    },
  })
}

export default function TenantOnboarding() {
  const t = useT()
  const { at, name, domains, isStartable, formKey } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={t('entity.tenant')} name={t('main:tenant.onboarding.title', { name })} />
      {!isStartable && !reply ? (
        <Notice tone="info" quiet title={t('main:tenant.onboarding.notNow')} />
      ) : (
        <EditSection
          id="onboarding"
          intro={<p className="max-w-prose">{t('main:tenant.onboarding.intro')}</p>}
          fields={{ adminEmail }}
          formKey={formKey}
          submit={t('main:tenant.onboarding.submit')}
          cancelHref={href('tenant', at)}
        >
          {(form) => (
            <TextInput
              type="email"
              label={adminEmail.label(t)}
              hint={
                domains.length > 0
                  ? t('main:tenant.onboarding.domains', { domains: domains.join(', ') })
                  : t('main:tenant.onboarding.none')
              }
              autoComplete="off"
              {...form.input('adminEmail')}
            />
          )}
        </EditSection>
      )}
    </Stack>
  )
}
