/** Resolves selected faults, or all that match a filter: resolution, then plan (domain §2.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { href } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import { BulkPage, maxShownThings } from '~/kit/bulk/bulk-page'
import { ViewTable } from '~/kit/list/list'
import type { PageHandle } from '~/ui/handle'
import { faultView } from './columns'
import { ResolutionFields } from './resolution-fields'
import { resolving } from './resolving.server'
import { faultRow } from './shared/row'

export const handle = {
  title: ({ total }, t) => titleOf(t, total),
  menu: 'faults',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { at, chosen, things, data } = await bulkData(args, resolving)
  const [only] = things.length === 1 && chosen.ids.length === 1 ? things : []
  return {
    ...data,
    rows: things.slice(0, maxShownThings).map((fault) => faultRow(at, fault)),
    listHref: only ? href('fault', { ...at, faultId: only.id }) : data.listHref,
  }
}

/** Returns the title; nothing is counted where nothing is selected. */
const titleOf = (t: Translate, total: number) =>
  total > 0 ? t('main:fault.resolving.title', { count: total }) : t('main:change.fault.resolve')

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, resolving)
}

export default function ResolvingPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { rows, total } = data
  return (
    <BulkPage
      id="resolve"
      data={data}
      words={{
        title: titleOf(t, total),
        caption: t('main:fault.resolving.caption'),
        subjectTitle: t('main:fault.one'),
        fieldTitle: t('main:fault.resolving.what'),
        apply: (count) => t('main:fault.resolving.apply', { count }),
        none: t('main:fault.resolving.none'),
        noneText: t('main:fault.resolving.noneText'),
        choose: t('main:fault.resolving.choose'),
      }}
      inputs={({ input }) => <ResolutionFields input={input} />}
      table={{
        title: t('count.faults', { count: total }),
        rows: <ViewTable view={faultView} caption={t('main:fault.resolving.chosen')} rows={rows} />,
      }}
    />
  )
}
