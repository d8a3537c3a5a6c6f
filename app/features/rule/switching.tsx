/** Switches a fault rule on or off for selected equipment, or for all that matches (domain §2.3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPage } from '~/backend/reader.server'
import { typeNames } from '~/features/equipment/shared/types.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import { BulkPage, maxShownThings } from '~/kit/bulk/bulk-page'
import { ViewTable } from '~/kit/list/list'
import { Radios } from '~/ui/choice-field'
import type { PageHandle } from '~/ui/handle'
import { mayOpen } from '~/views'
import { stateRow } from './row'
import { stateView, withoutFaultColumns } from './state-columns'
import { equipmentRulesHref, ruleName, switching } from './switching.server'

export const handle = {
  title: (data, t) => t('main:rule.switching.title', { name: data.name }),
  menu: 'rules',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, chosen, things, data } = await bulkData(args, switching)
  const [name, typeName] = await Promise.all([asPage(ruleName(reader, at)), typeNames(reader)])
  const isBack = new URL(args.request.url).searchParams.get('back') === 'equipment'
  const [only] = things.length === 1 ? things : []
  const [list, own] = data.crumbs
  return {
    ...data,
    name,
    rows: things
      .slice(0, maxShownThings)
      .map((state) => stateRow(at, state, { maySwitch: false, onlooker: reader, typeName })),
    showsFaults: mayOpen('faults', reader),
    fields: { ...data.fields, ...(isBack && chosen.filter === null && { back: 'equipment' }) },
    listHref: (only && isBack && equipmentRulesHref(at, only.path, only.equipmentId)) || data.listHref,
    crumbs: [{ ...list, href: href('customerRules', at) }, { name, href: href('rule', at) }, own],
  }
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, switching)
}

export default function SwitchingPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { rows, total, showsFaults } = data
  return (
    <BulkPage
      id="switch"
      data={data}
      words={{
        title: t('main:rule.switching.title', { name: data.name }),
        caption: t('main:rule.switching.caption'),
        subjectTitle: t('entity.equipment'),
        fieldTitle: t('main:rule.switching.what'),
        apply: (count) => t('main:rule.switching.apply', { count }),
        none: t('main:rule.switching.none'),
        noneText: t('main:rule.switching.noneText'),
        choose: t('main:rule.switching.choose'),
      }}
      inputs={({ input }) => (
        <Radios
          {...input('to')}
          label={t('main:rule.switching.way')}
          options={(['on', 'off'] as const).map((value) => ({
            value,
            label: t(`main:rule.switching.${value}`),
            hint: t(`main:rule.switching.hint.${value}`),
          }))}
        />
      )}
      table={{
        title: t('count.equipment', { count: total }),
        rows: (
          <ViewTable
            view={showsFaults ? stateView : withoutFaultColumns(stateView)}
            caption={t('main:rule.switching.chosen')}
            rows={rows}
          />
        ),
      }}
    />
  )
}
