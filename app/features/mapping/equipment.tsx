/** The points of one piece of equipment by role: missing, suggested and removable (domain §4.6). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPanel, readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { serviceProblemText } from '~/change/problem-text'
import { useReply } from '~/change/use-reply'
import { equipmentAt } from '~/features/equipment/shared/equipment.server'
import { EquipmentHeader } from '~/features/equipment/shared/header'
import { equipmentThing } from '~/features/equipment/shared/thing.server'
import { rulesBudgetMs } from '~/features/rule/shared/rules.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { MappingForm, planMapping, saveMappings } from './mapping.server'
import { mappingData } from './mapping-data.server'
import { MappingFields } from './mapping-form'
import { planWords } from './plan-words'
import { mappingUnits } from './units.server'

export const handle = {
  title: (data, t) => t('main:mapping.of', { name: data.heading.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentMapping', args.params)
  const reader = await readerFor(args, { view: 'mapping', budgetMs: rulesBudgetMs })
  const { heading, crumbs } = await equipmentAt(reader, { name: 'equipmentMapping', at, request: args.request })
  const units = await asPanel(mappingUnits(reader.call, at.customerId, [at.equipmentId]))
  return {
    at,
    unmapHref:
      units.ok && units.value.some(({ roles }) => roles.some(({ point }) => point))
        ? href('equipmentUnmapping', at)
        : null,
    heading,
    problem: units.ok ? null : units.problem,
    data: await mappingData(reader, at.customerId, units.ok ? units.value : []),
    cancelHref: href('equipment', at),
    crumbs: [...crumbs, { name: translator(reader.language)('main:view.mapping'), href: href('equipmentMapping', at) }],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('equipmentMapping', args.params)
  return mutate(args, {
    name: 'points.map',
    about: { kind: 'equipment', id: at.equipmentId, name: at.equipmentId },
    form: MappingForm,
    async plan(context) {
      await equipmentThing.load(context, at)
      return planMapping({ ...context, form: { ...context.form, equipment: [at.equipmentId] } }, at.customerId)
    },
    async work(context) {
      await saveMappings(context, at.customerId)
      return href('equipmentMapping', at, { changed: context.changeId })
    },
  })
}

export default function EquipmentMapping() {
  const t = useT()
  const { at, heading, problem, data, unmapHref, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <EquipmentHeader equipment={heading} view="mapping" />
      <ChangedNotice tenantId={at.tenantId} name={heading.name} />
      {reply?.stage === 'plan' ? (
        <PlanForm reply={reply} words={planWords(t)} cancelHref={cancelHref} />
      ) : problem ? (
        <Section>
          <Unavailable detail={serviceProblemText(t, problem)} />
        </Section>
      ) : data.lines.length > 0 ? (
        <>
          <MappingFields
            data={data}
            cancelHref={cancelHref}
            roleHref={(role) => href('roleMapping', { ...at, role })}
          />
          {unmapHref && (
            <p>
              <A href={unmapHref}>{t('main:mapping.unmapping.link')}</A>
            </p>
          )}
        </>
      ) : (
        <Section>
          <EmptyState title={t('main:mapping.noRoles')} />
        </Section>
      )}
    </Stack>
  )
}
