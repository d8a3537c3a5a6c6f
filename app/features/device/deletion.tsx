/** Deletes selected controllers, or all that match a filter: plan and reason (domain §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPage, readerFor } from '~/backend/reader.server'
import { firstPlan } from '~/change/first-plan.server'
import { mutate } from '~/change/mutate.server'
import type { PostedFields } from '~/change/posted'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { DeletionForm, type DeletionLabel, planDeletion, sendDeletion } from './deletion-plan.server'
import { deviceSelectionIn, deviceSelectionValues } from './shared/selection'

export const handle = { title: (_, t) => t('main:change.device.delete'), menu: 'devices' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('devicesDeletion', args.params)
  const reader = await readerFor(args, { capability: 'device.write' })
  const choice = deviceSelectionIn(new URL(args.request.url).searchParams)
  const { may, call: read, catalogues } = reader
  const plan = await asPage(planDeletion({ form: { choice }, read, may, catalogues }, at))
  const t = translator(reader.language)
  const { tooMany, rows } = plan
  return {
    tooMany: tooMany ?? null,
    first:
      tooMany || rows.length === 0 ? null : firstPlan('device.delete', plan, fieldsOf(deviceSelectionValues(choice))),
    cancelHref: href(
      'customerDevices',
      at,
      choice?.kind === 'all' ? { ...deviceSelectionValues(choice), all: null } : {},
    ),
    crumbs: [
      { name: t('main:view.devices'), href: href('customerDevices', at) },
      { name: t('main:site.deletion.short'), href: href('devicesDeletion', at, deviceSelectionValues(choice)) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('devicesDeletion', args.params)
  return mutate(args, {
    name: 'device.delete',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: DeletionForm,
    plan: (context) => planDeletion(context, at),
    async work(context) {
      await sendDeletion(context)
      return undefined
    },
  })
}

/** Returns the selection in the URL as form fields. */
const fieldsOf = (choice: ReturnType<typeof deviceSelectionValues>): PostedFields =>
  Object.entries(choice).flatMap(
    ([name, value]): PostedFields =>
      typeof value === 'string' ? [[name, value]] : ((value as string[]) ?? []).map((one) => [name, one]),
  )

export default function DeviceDeletionPage() {
  const t = useT()
  const { first, cancelHref, ...data } = useLoaderData<typeof loader>()
  const reply = useReply()
  const problem = formIn(reply)?.problem
  const tooMany = data.tooMany ?? (problem?.kind === 'tooMany' ? problem.tooMany : null)
  const planReply = reply?.stage === 'plan' ? reply : first
  const count = planReply?.plan.rows.filter(({ effect }) => effect === 'change').length ?? 0
  return (
    <Stack>
      <PageHeader name={t('main:change.device.delete')} />
      {tooMany ? (
        <TooManyNotice tooMany={tooMany} listHref={cancelHref} />
      ) : planReply ? (
        <PlanReview
          id="deletion"
          look="danger"
          first={first ?? planReply}
          canEdit={false}
          cancelHref={cancelHref}
          words={{
            caption: t('main:device.deletion.caption'),
            subjectTitle: t('entity.device'),
            apply: t('main:device.deletion.apply', { count }),
            text: (key) => t(`main:device.deletion.told.${key as DeletionLabel}`),
          }}
        >
          {() => (
            <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
              {t('main:device.deletion.text')}
            </Notice>
          )}
        </PlanReview>
      ) : (
        <NothingToDelete />
      )}
    </Stack>
  )
}

/** Shown when nothing is selected or none of the selected controllers exists. */
function NothingToDelete() {
  const t = useT()
  const { cancelHref } = useLoaderData<typeof loader>()
  return (
    <EmptyState
      title={t('main:device.deletion.none')}
      actions={<ButtonLink href={cancelHref}>{t('main:deployment.choose')}</ButtonLink>}
    >
      {t('main:device.deletion.noneText')}
    </EmptyState>
  )
}
