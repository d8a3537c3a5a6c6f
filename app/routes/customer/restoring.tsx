/** Taking an archived customer back into use (domain §9.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useChangeForm } from '~/audit/change-form'
import { mutate } from '~/audit/mutate.server'
import { PlanForm } from '~/audit/plan-form'
import { useReply } from '~/audit/use-reply'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ownCustomer } from '../own-customer.server'
import { ReviewForm } from '../review-form'
import { archivedPlan, carryOutArchived, NoFields } from './archived-change.server'
import { Consequences } from './consequences'
import { holdingsOf } from './holdings.server'

export const handle = {
  title: (data, t) => t('main:customer.restoring.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerRestoring', args.params)
  const made = await reader(args, { capability: 'customer.archive' })
  const customer = await ownCustomer(made.read, at)
  return {
    at,
    name: customer.name,
    code: customer.customerId,
    isArchived: customer.archived,
    holds: await holdingsOf(made, customer),
    age: made.age(),
    crumbs: [{ name: translator(made.language)('main:change.customer.restore'), href: href('customerRestoring', at) }],
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('customerRestoring', args.params)
  return mutate(args, {
    name: 'customer.restore',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: NoFields,
    plan: (desk) => archivedPlan(desk, at, false),
    work: (desk) => carryOutArchived(desk, at, false),
  })
}

export default function CustomerRestoring() {
  const t = useT()
  const { at, name, code, isArchived, holds } = useLoaderData<typeof loader>()
  const reply = useReply()
  const form = useChangeForm(reply?.stage === 'form' ? reply : undefined, { id: 'restoring', defaultValue: {} })
  const cancelHref = href('customer', at)
  return (
    <Stack>
      <PageHeader kind={t('main:customer.code', { code })} name={t('main:customer.restoring.title', { name })} />
      {!isArchived && !reply ? (
        <Notice tone="info" quiet title={t('main:customer.restoring.already')} />
      ) : (
        <>
          <Consequences
            means={[t('main:customer.restoring.writable'), t('main:customer.restoring.listed')]}
            holds={holds}
          />
          {reply?.stage === 'plan' ? (
            <PlanForm
              reply={reply}
              canEdit={false}
              cancelHref={cancelHref}
              words={{
                caption: t('main:customer.plan.caption'),
                subjectTitle: t('entity.customer'),
                fieldTitle: t('main:customer.plan.field'),
                apply: t('main:customer.restoring.apply'),
                text: () => t('main:customer.plan.archived'),
              }}
            />
          ) : (
            <Section>
              <ReviewForm form={form} reply={reply?.stage === 'form' ? reply : undefined} cancelHref={cancelHref} />
            </Section>
          )}
        </>
      )}
    </Stack>
  )
}
