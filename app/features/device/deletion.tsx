/** Deletes selected controllers, or all that match a filter: plan and reason (domain §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { deletion } from './deletion-plan.server'
import { deviceSelectionValues } from './shared/selection'

export const handle = { title: (_, t) => t('main:change.device.delete'), menu: 'devices' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const { at, chosen, data } = await bulkData(args, deletion)
  const [list, own] = data.crumbs
  return {
    ...data,
    crumbs: [list, { ...own, href: href('devicesDeletion', at, deviceSelectionValues(chosen)) }],
  }
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, deletion)
}

export default function DeviceDeletionPage() {
  const t = useT()
  const { first, listHref: cancelHref, ...data } = useLoaderData<typeof loader>()
  const reply = useReply()
  const problem = formIn(reply)?.problem
  const tooMany = data.tooMany ?? (problem?.kind === 'tooMany' ? problem.tooMany : null)
  const planReply = reply?.stage === 'plan' ? reply : first
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
            apply: (count) => t('main:device.deletion.apply', { count }),
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
  const { listHref: cancelHref } = useLoaderData<typeof loader>()
  return (
    <EmptyState
      title={t('main:device.deletion.none')}
      actions={<ButtonLink href={cancelHref}>{t('main:deployment.choose')}</ButtonLink>}
    >
      {t('main:device.deletion.noneText')}
    </EmptyState>
  )
}
