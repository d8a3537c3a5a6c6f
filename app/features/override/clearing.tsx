/** Clears the selected overrides, or all that match a filter: plan first, then apply. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import { BulkPage } from '~/kit/bulk/bulk-page'
import type { PageHandle } from '~/ui/handle'
import { clearing } from './clearing.server'

export const handle = {
  title: (_, t) => t('main:override.clearing.title'),
  menu: 'overrides',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  return (await bulkData(args, clearing)).data
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, clearing)
}

export default function ClearingPage() {
  const t = useT()
  return (
    <BulkPage
      id="clearing"
      data={useLoaderData<typeof loader>()}
      words={{
        title: t('main:override.clearing.title'),
        caption: t('main:override.clearing.caption'),
        subjectTitle: t('main:point.one'),
        apply: (count) => t('main:override.clearing.apply', { count }),
        none: t('main:override.clearing.none'),
        noneText: t('main:override.clearing.noneText'),
        choose: t('main:override.clearing.choose'),
      }}
    />
  )
}
