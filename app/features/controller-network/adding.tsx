/** Adds controllers that a search found to a space: select the space, then review the plan. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { spacesOfSite } from '~/features/space/shared/spaces-of-site.server'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import { BulkPage, maxShownThings } from '~/kit/bulk/bulk-page'
import { FieldInput } from '~/kit/edit/inputs'
import type { PageHandle } from '~/ui/handle'
import { Table } from '~/ui/table'
import { adding } from './adding.server'
import { addingFields } from './adding-fields'
import { controllerFindingRow, findingName } from './finding-row'

export const handle = { title: (_, t) => t('main:change.device.add'), menu: 'devices' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, things, data } = await bulkData(args, adding)
  const rows = things.slice(0, maxShownThings).map((finding) => controllerFindingRow(at, finding))
  return {
    bulk: data,
    rows,
    spaces: (await spacesOfSite(reader.call, at.siteId)).options,
    crumbs: data.crumbs,
    age: data.age,
  }
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, adding)
}

export default function ControllersAdding() {
  const t = useT()
  const { bulk, rows, spaces } = useLoaderData<typeof loader>()
  const title = t('count.devices', { count: bulk.total })
  return (
    <BulkPage
      id="adding"
      data={bulk}
      hasSteps
      inputs={(form) => <FieldInput name="spaceId" field={addingFields.spaceId} form={form} offered={spaces} />}
      table={{
        title,
        rows: (
          <Table
            caption={title}
            rows={rows}
            rowKey={({ instance }) => String(instance)}
            columns={[
              {
                key: 'name',
                title: t('entity.device'),
                isRowHeader: true,
                cell: (row) => <bdi>{findingName(row)}</bdi>,
              },
              { key: 'instance', title: t('main:controllerNetwork.instance'), cell: (row) => row.instance },
              { key: 'model', title: t('main:controllerNetwork.model'), cell: (row) => <bdi>{row.model}</bdi> },
              {
                key: 'address',
                title: t('field.address'),
                cell: (row) => <bdi className="font-mono">{row.addresses.join(', ')}</bdi>,
              },
            ]}
          />
        ),
      }}
      words={{
        title: t('main:change.device.add'),
        caption: t('main:controllerNetwork.add.caption'),
        subjectTitle: t('entity.device'),
        apply: (count) => t('main:controllerNetwork.add.apply', { count }),
        none: t('main:controllerNetwork.add.none'),
        choose: t('main:controllerNetwork.add.back'),
      }}
    />
  )
}
