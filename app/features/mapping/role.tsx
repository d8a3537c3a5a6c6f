/** Maps one free role of a piece of equipment, to a point of its controllers or one that other equipment uses. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPage, asPanel, readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { serviceProblemText } from '~/change/problem-text'
import { useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { equipmentAt } from '~/features/equipment/shared/equipment.server'
import { rulesBudgetMs } from '~/features/rule/shared/rules.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { unknownParams } from '~/kit/list/unknown-params'
import { type RadioOption, Radios } from '~/ui/choice-field'
import { EmptyState } from '~/ui/empty-state'
import { TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { useFormat } from '~/ui/use-format'
import { mappingData } from './mapping-data.server'
import { MappingRoleForm, mapRole, planRole, readRole } from './role.server'
import { sharedPoints } from './shared.server'

export const handle = {
  title: (data, t) => t('main:mapping.role.title', { role: data.line.name, name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('roleMapping', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: capabilitiesFor('points.mapRole'), budgetMs: rulesBudgetMs })
  const { equipment, crumbs } = await equipmentAt(reader, { name: 'roleMapping', at, request })
  const q = new URL(request.url).searchParams.get('q')?.trim().slice(0, 200) || undefined
  const { unit, role } = await asPage(readRole(reader.call, at))
  const [data, shared] = await Promise.all([
    mappingData(reader, at.customerId, [unit]),
    asPanel(
      sharedPoints(reader, at, { pointTypeId: role.pointTypeId, feeder: equipment.parentEquipmentId ?? null, q }),
    ),
  ])
  const line = data.lines.find((one) => one.role === role.role)
  const t = translator(reader.language)
  const mappingHref = href('equipmentMapping', at)
  return {
    name: equipment.name,
    line: {
      role: role.role,
      name: line?.name ?? role.role,
      rules: role.rules,
      now: role.point?.name ?? null,
      own: line?.options ?? [],
      suggested: line?.suggested ?? null,
    },
    shared: shared.ok ? shared.value : { points: [], incomplete: false },
    problem: shared.ok ? null : shared.problem,
    q,
    here: href('roleMapping', at),
    mappingHref,
    unclear: unknownParams(request, { q }),
    crumbs: [
      ...crumbs,
      { name: t('main:view.mapping'), href: mappingHref },
      { name: line?.name ?? role.role, href: href('roleMapping', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('roleMapping', args.params)
  return mutate(args, {
    name: 'points.mapRole',
    about: { kind: 'equipment', id: at.equipmentId, name: at.equipmentId },
    form: MappingRoleForm,
    plan: (context) => planRole(context, at),
    async work(context) {
      await mapRole(context, at)
      return href('equipmentMapping', at, { changed: context.changeId })
    },
  })
}

export default function RolePage() {
  const t = useT()
  const { name, line, shared, problem, q, here, mappingHref } = useLoaderData<typeof loader>()
  const isPlanned = useReply()?.stage === 'plan'
  const options = useOptions()
  if (line.now !== null && !isPlanned)
    return (
      <Stack>
        <Head />
        <Section>
          <EmptyState
            title={t('main:mapping.role.has', { point: line.now })}
            offers={[{ label: t('main:view.mapping'), href: mappingHref }]}
          >
            {t('main:mapping.role.hasText')}
          </EmptyState>
        </Section>
      </Stack>
    )
  return (
    <Stack>
      <Head />
      {!isPlanned && (
        <>
          <Filters clearHref={q ? here : undefined}>
            <TextInput
              name="q"
              type="search"
              label={t('main:mapping.role.search')}
              hint={t('main:mapping.role.searchHint')}
              defaultValue={q}
              maxLength={200}
            />
          </Filters>
          {problem && <Unavailable detail={serviceProblemText(t, problem)} />}
          {shared.incomplete && (
            <Notice tone="info" quiet>
              {t('main:mapping.role.part')}
            </Notice>
          )}
        </>
      )}
      {options.length === 0 && !isPlanned ? (
        <Section>
          <EmptyState title={t('main:mapping.role.none')}>{t('main:mapping.role.noneText')}</EmptyState>
        </Section>
      ) : (
        <PlanReview
          id="role"
          cancelHref={mappingHref}
          words={{
            caption: t('main:mapping.role.title', { role: line.name, name }),
            subjectTitle: t('main:mapping.point'),
            fieldTitle: t('main:rule.role'),
            emptyText: t('main:mapping.none'),
            apply: t('main:mapping.role.apply'),
          }}
        >
          {(form) => {
            const { defaultValue, ...input } = form.input('point')
            return (
              <Radios
                {...input}
                defaultValue={defaultValue ?? line.suggested?.key}
                label={t('main:mapping.pointFor', { name: line.name })}
                hint={
                  line.rules.length > 0 ? t('main:mapping.role.needed', { rules: line.rules.join(', ') }) : undefined
                }
                options={options}
              />
            )
          }}
        </PlanReview>
      )}
    </Stack>
  )
}

function Head() {
  const t = useT()
  const { name, line } = useLoaderData<typeof loader>()
  return <PageHeader kind={<bdi>{name}</bdi>} name={t('main:mapping.role.title', { role: line.name, name })} />
}

/** The points to select from: those of its own controllers first, then those that other equipment uses. */
function useOptions(): RadioOption[] {
  const t = useT()
  const format = useFormat()
  const { line, shared } = useLoaderData<typeof loader>()
  return [
    ...line.own.map(({ key, name }) => ({
      value: key,
      label: name,
      hint:
        line.suggested?.key === key
          ? t('main:mapping.suggested', { name, share: format.percent(line.suggested.confidence) })
          : t('main:mapping.role.own'),
    })),
    ...shared.points.map(({ id, name, of }) => ({
      value: id,
      label: name,
      hint: t('main:mapping.role.shared', { equipment: of.join(', ') }),
    })),
  ]
}
