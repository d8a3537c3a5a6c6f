/** Deletes a customer without sites; with sites, shows what blocks the deletion (domain §9.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Customer, tenant } from '#contracts/tenant'
import { useReply } from '~/change/use-reply'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { NoFields } from '~/kit/confirmation/archived.server'
import { type Confirmation, confirmationAction, confirmationData } from '~/kit/confirmation/confirmation.server'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { Actions } from '~/ui/button'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { CustomerConsequences } from './consequences'
import { deletionPlan } from './deletion-plan.server'
import { customerSummary } from './holdings.server'
import { customerThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:customer.deletion.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

const consequence: Confirmation<'customer', Customer, NoFields> = {
  change: 'customer.delete',
  thing: customerThing,
  page: 'customerDeletion',
  form: NoFields,
  plan: deletionPlan,
  async send({ write, changeId }, { at }) {
    await write(tenant.deleteCustomer, { path: { id: at.customerId } })
    return href('tenant', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, now, data } = await confirmationData(args, consequence, (t) => t('main:change.customer.delete'))
  return { ...data, at, ...(await customerSummary(reader, now)) }
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, consequence)
}

export default function CustomerDeletion() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { name, code, isArchived, holds, first, cancelHref } = data
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={t('main:customer.code', { code })} name={t('main:customer.deletion.title', { name })} />
      {(isArchived || holds.sites > 0) && !reply ? (
        <CannotDelete {...data} />
      ) : (
        <PlanReview
          id="deletion"
          look="danger"
          first={first}
          isShownAbove
          canEdit={false}
          cancelHref={cancelHref}
          words={{
            caption: t('main:customer.plan.caption'),
            subjectTitle: t('entity.customer'),
            fieldTitle: t('main:customer.plan.field'),
            apply: t('main:customer.deletion.apply'),
          }}
        >
          {() => (
            <CustomerConsequences
              effects={[
                t('main:customer.deletion.gone'),
                t('main:customer.deletion.trail'),
                t('main:customer.deletion.noUndo'),
              ]}
              holds={holds}
            />
          )}
        </PlanReview>
      )}
    </Stack>
  )
}

/** What blocks the deletion, and the alternatives. */
function CannotDelete({
  at,
  isArchived,
  holds,
}: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'at' | 'isArchived' | 'holds'>) {
  const t = useT()
  return (
    <Notice
      tone="info"
      quiet
      title={
        isArchived ? t('main:customer.restoreFirst') : t('main:customer.deletion.notEmpty', { count: holds.sites })
      }
    >
      <Actions>
        {isArchived ? (
          <ButtonLink small href={href('customerRestoring', at)}>
            {t('main:customer.restore')}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink small href={href('customer', at)}>
              {t('main:customer.deletion.showSites')}
            </ButtonLink>
            <ButtonLink small href={href('customerArchiving', at)}>
              {t('main:customer.deletion.insteadArchive')}
            </ButtonLink>
          </>
        )}
      </Actions>
    </Notice>
  )
}
