/** The fault rules of one piece of equipment: status, missing points, findings and switch of each. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { equipmentAt } from '~/features/equipment/shared/equipment.server'
import { EquipmentHeader } from '~/features/equipment/shared/header'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { mayOpen } from '~/views'
import { equipmentRuleView } from './equipment-rule-columns'
import { equipmentRuleSource } from './equipment-rules.server'
import { rulesBudgetMs } from './shared/rules.server'
import { withoutFaultColumns } from './state-columns'

export const handle = {
  title: (data, t) => t('main:rule.listOf', { name: data.heading.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentRules', args.params)
  const reader = await readerFor(args, { view: 'rules', budgetMs: rulesBudgetMs })
  const { equipment, heading, crumbs } = await equipmentAt(reader, {
    name: 'equipmentRules',
    at,
    request: args.request,
  })
  const list = await listData(reader, equipmentRuleSource, {
    at: { ...at, equipment },
    request: args.request,
    list: (search) => href('equipmentRules', at, search),
    csv: (search) => href('equipmentRulesCsv', at, search),
  })
  const { ready, total } = equipment.ruleReadiness ?? { ready: 0, total: 0 }
  return {
    tenantId: at.tenantId,
    heading,
    list,
    showsFaults: mayOpen('faults', reader),
    mapHref: reader.may('point.map') && ready < total ? href('equipmentMapping', at) : null,
    crumbs: [...crumbs, { name: translator(reader.language)('main:view.rules'), href: href('equipmentRules', at) }],
    age: reader.age(),
  }
}

export default function EquipmentRules() {
  const t = useT()
  const { tenantId, heading, list, mapHref, showsFaults } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <EquipmentHeader
        equipment={heading}
        view="rules"
        actions={mapHref && <ButtonLink href={mapHref}>{t('main:rule.mapMissing')}</ButtonLink>}
      />
      <ChangedNotice tenantId={tenantId} />
      <List
        list={list}
        view={showsFaults ? equipmentRuleView : withoutFaultColumns(equipmentRuleView)}
        caption={t('main:rule.listOf', { name: heading.name })}
      />
    </Stack>
  )
}
