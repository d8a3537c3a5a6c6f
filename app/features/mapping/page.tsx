/** Maps points of several similar pieces of equipment at once: roles, suggestions and plan (domain §4.6). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPage, readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { rulesBudgetMs } from '~/features/rule/shared/rules.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { mayOpen } from '~/views'
import { MappingForm, planMapping, saveMappings } from './mapping.server'
import { mappingData } from './mapping-data.server'
import { MappingFields } from './mapping-form'
import { planWords } from './plan-words'
import { mappingSelection } from './selection.server'
import { mappingUnits } from './units.server'

export const handle = { title: (_, t) => t('main:mapping.title'), menu: 'rules' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('pointsMapping', args.params)
  const reader = await readerFor(args, { capability: 'point.map', budgetMs: rulesBudgetMs })
  if (!reader.features.equipment) throw new Response(null, { status: 404 })
  const search = new URL(args.request.url).searchParams
  const rule = search.get('rule')
  const [customer, { choice, data }] = await Promise.all([ownCustomer(reader.read, at), asPage(readData())])
  const t = translator(reader.language)
  const isOfRules = mayOpen('rules', reader)
  const above = isOfRules
    ? { name: t('main:view.rules'), href: href('customerRules', at) }
    : { name: t('main:view.allEquipment'), href: href('customerEquipment', at) }
  return {
    at,
    customer: customer.name,
    data,
    tooMany: choice.tooMany,
    listHref: !isOfRules
      ? href('customerEquipment', at)
      : rule
        ? href('rule', { ...at, ruleId: rule }, { status: 'waitingForPoints' })
        : href('customerRules', at, { stands: 'waiting' }),
    /** The parent list: equipment for readers who do not see rules. */
    above,
    crumbs: [above, { name: t('main:mapping.title'), href: href('pointsMapping', at) }],
    age: reader.age(),
  }

  async function readData() {
    const choice = await mappingSelection(reader, at.customerId, search)
    const units = await mappingUnits(reader.call, at.customerId, choice.ids)
    return { choice, data: await mappingData(reader, at.customerId, units) }
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('pointsMapping', args.params)
  return mutate(args, {
    name: 'points.map',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: MappingForm,
    plan: (context) => planMapping(context, at.customerId),
    async work(context) {
      if (!(await saveMappings(context, at.customerId))) return undefined
      return href('pointsMapping', at, { equipment: context.form.equipment, changed: context.changeId })
    },
  })
}

export default function MappingPage() {
  const t = useT()
  const { at, customer, data, tooMany, listHref, above } = useLoaderData<typeof loader>()
  const reply = useReply()
  const formReply = formIn(reply)
  const exceeded = formReply?.problem?.kind === 'tooMany' ? formReply.problem.tooMany : formReply ? null : tooMany
  return (
    <Stack>
      <PageHeader kind={<bdi>{customer}</bdi>} name={t('main:mapping.titleOf', { count: data.units.length })} />
      <ChangedNotice tenantId={at.tenantId} />
      {reply?.stage === 'plan' ? (
        <PlanForm reply={reply} words={planWords(t)} cancelHref={listHref} />
      ) : exceeded ? (
        <TooManyNotice tooMany={exceeded} listHref={listHref} />
      ) : data.units.length > 0 ? (
        <MappingFields data={data} cancelHref={listHref} />
      ) : (
        <Section>
          <EmptyState title={t('main:mapping.nothing')} offers={[{ label: above.name, href: above.href }]}>
            {t('main:mapping.nothingText')}
          </EmptyState>
        </Section>
      )}
    </Stack>
  )
}
