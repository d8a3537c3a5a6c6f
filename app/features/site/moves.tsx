/** Moves sites to a group of their customer, or out of every group (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import { BulkPage, maxShownThings } from '~/kit/bulk/bulk-page'
import { ViewTable } from '~/kit/list/list'
import { noGroup } from '~/paths'
import { Select } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { siteView } from './columns'
import { moving } from './move.server'
import { siteRow } from './row'

export const handle = {
  title: ({ total }, t) => titleOf(t, total),
  menu: 'sites',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, things, data } = await bulkData(args, moving)
  const path = { id: at.customerId }
  const groups = await reader.read(contract.listSiteGroups, { path, query: { withoutCounts: true } })
  return {
    ...data,
    rows: things.slice(0, maxShownThings).map((one) => siteRow(reader, at, one)),
    groups: groups.map(({ id, name }) => ({ value: id, label: name })),
  }
}

/** Returns the title; nothing is counted where nothing is selected. */
const titleOf = (t: Translate, total: number) =>
  total > 0 ? t('main:site.move.title', { count: total }) : t('main:change.site.move')

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, moving)
}

export default function SiteMovesPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { rows, groups, total } = data
  return (
    <BulkPage
      id="move"
      hasSteps
      data={data}
      words={{
        title: titleOf(t, total),
        caption: t('main:site.move.plan'),
        subjectTitle: t('entity.site'),
        emptyText: t('main:site.list.noGroup'),
        apply: (count) => t('main:site.move.apply', { count }),
        none: t('main:site.move.nothing'),
        noneText: t('main:site.move.nothingText'),
        choose: t('main:site.move.choose'),
      }}
      inputs={({ input }) => (
        <Select
          label={t('main:site.move.to')}
          options={[
            { value: '', label: t('main:site.move.chooseGroup') },
            ...groups,
            { value: noGroup, label: t('main:site.move.out') },
          ]}
          {...input('to')}
        />
      )}
      table={{
        title: t('count.sites', { count: total }),
        rows: <ViewTable view={siteView} caption={t('main:site.move.chosen')} rows={rows} />,
      }}
    />
  )
}
