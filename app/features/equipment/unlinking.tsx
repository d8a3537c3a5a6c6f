/** Unlinks selected equipment from a controller: plan first. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import { BulkPage } from '~/kit/bulk/bulk-page'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { unlinking } from './unlinking.server'

export const handle = {
  title: (_, t) => t('main:equipment.unlinking.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  return (await bulkData(args, unlinking)).data
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, unlinking)
}

export default function UnlinkingPage() {
  const t = useT()
  return (
    <BulkPage
      id="unlinking"
      data={useLoaderData<typeof loader>()}
      words={{
        title: t('main:equipment.unlinking.title'),
        caption: t('main:equipment.unlinking.caption'),
        subjectTitle: t('entity.equipment'),
        apply: (count) => t('main:equipment.unlinking.apply', { count }),
        none: t('main:equipment.unlinking.none'),
        choose: t('main:equipment.unlinking.choose'),
      }}
    >
      <Notice tone="info" quiet>
        {t('main:equipment.unlinking.text')}
      </Notice>
    </BulkPage>
  )
}
