/** Unmaps points of a piece of equipment, all of them by default; the plan lists the rules that stop. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPage, readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { equipmentAt } from '~/features/equipment/shared/equipment.server'
import { rulesBudgetMs } from '~/features/rule/shared/rules.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { Fieldset } from '~/ui/choice-field'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { mappingData } from './mapping-data.server'
import { mappingUnits } from './units.server'
import { planUnmapping, pointsWithRoles, sendUnmapping, UnmapForm } from './unmapping.server'

export const handle = {
  title: (data, t) => t('main:mapping.unmapping.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentUnmapping', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('points.unmap'), budgetMs: rulesBudgetMs })
  const { equipment, crumbs } = await equipmentAt(reader, { name: 'equipmentUnmapping', at, request: args.request })
  const [unit] = await asPage(mappingUnits(reader.call, at.customerId, [at.equipmentId]))
  const { lines } = await mappingData(reader, at.customerId, unit ? [unit] : [])
  const t = translator(reader.language)
  const mappingHref = href('equipmentMapping', at)
  return {
    name: equipment.name,
    points: unit ? pointsWithRoles(unit) : [],
    roles: lines.map(({ role, name }) => ({ role, name })),
    mappingHref,
    crumbs: [
      ...crumbs,
      { name: t('main:view.mapping'), href: mappingHref },
      { name: t('main:mapping.unmapping.short'), href: href('equipmentUnmapping', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('equipmentUnmapping', args.params)
  return mutate(args, {
    name: 'points.unmap',
    about: { kind: 'equipment', id: at.equipmentId, name: at.equipmentId },
    form: UnmapForm,
    plan: (context) => planUnmapping(context, at),
    async work(context) {
      await sendUnmapping(context, at)
      return context.plan.rows.length > 1 ? undefined : href('equipmentMapping', at, { changed: context.changeId })
    },
  })
}

export default function UnmappingPage() {
  const t = useT()
  const { name, points, roles, mappingHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  const formReply = formIn(reply)
  const nameOf = new Map(roles.map((role) => [role.role, role.name]))
  if (points.length === 0 && reply?.stage !== 'plan')
    return (
      <Stack>
        <PageHeader kind={<bdi>{name}</bdi>} name={t('main:mapping.unmapping.title', { name })} />
        <Section>
          <EmptyState
            title={t('main:mapping.unmapping.none')}
            offers={[{ label: t('main:view.mapping'), href: mappingHref }]}
          />
        </Section>
      </Stack>
    )
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:mapping.unmapping.title', { name })} />
      <PlanReview
        id="unmap"
        look="danger"
        cancelHref={mappingHref}
        words={{
          caption: t('main:mapping.unmapping.caption'),
          subjectTitle: t('main:mapping.point'),
          fieldTitle: t('main:rule.role'),
          emptyText: t('main:mapping.none'),
          apply: (count) => t('main:mapping.unmapping.apply', { count }),
        }}
      >
        {(form) => {
          const selected = formReply ? form.valuesOf('point') : points.map(({ id }) => id)
          return (
            <Fieldset
              legend={t('main:mapping.unmapping.which')}
              hint={t('main:mapping.unmapping.text')}
              name="point"
              error={form.errorOf('point')}
            >
              <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
                {points.map((point) => (
                  <li key={point.id} className="flex items-start gap-2">
                    <input
                      type="checkbox"
                      id={`point-${point.id}`}
                      name="point"
                      value={point.id}
                      defaultChecked={selected.includes(point.id)}
                      className="mt-0.5"
                    />
                    <label htmlFor={`point-${point.id}`} className="min-w-0">
                      <bdi>{point.name}</bdi>{' '}
                      <span className="text-sm text-soft">
                        {point.roles.map((role) => nameOf.get(role) ?? role).join(', ')}
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            </Fieldset>
          )
        }}
      </PlanReview>
    </Stack>
  )
}
