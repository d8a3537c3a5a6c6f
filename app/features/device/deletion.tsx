/** Deletes selected controllers, or all that match a filter: plan and reason (domain §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import { BulkPage } from '~/kit/bulk/bulk-page'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { deletion } from './deletion-plan.server'

export const handle = { title: (_, t) => t('main:change.device.delete'), menu: 'devices' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  return (await bulkData(args, deletion)).data
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, deletion)
}

export default function DeviceDeletionPage() {
  const t = useT()
  return (
    <BulkPage
      id="deletion"
      data={useLoaderData<typeof loader>()}
      look="danger"
      words={{
        title: t('main:change.device.delete'),
        caption: t('main:device.deletion.caption'),
        subjectTitle: t('entity.device'),
        apply: (count) => t('main:device.deletion.apply', { count }),
        none: t('main:device.deletion.none'),
        noneText: t('main:device.deletion.noneText'),
        choose: t('main:deployment.choose'),
      }}
    >
      <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
        {t('main:device.deletion.text')}
      </Notice>
    </BulkPage>
  )
}
