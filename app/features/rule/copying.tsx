/** Copies internal variables to similar equipment: select both, then review the plan (domain §2.5). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { operations } from '#contracts/operations'
import { asPanel, type Reader, readerFor } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { serviceProblemText } from '~/change/problem-text'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { capabilitiesFor, limitFor } from '~/changes'
import { equipmentAccess } from '~/features/equipment/shared/access'
import { equipmentAt } from '~/features/equipment/shared/equipment.server'
import { findEquipment } from '~/features/equipment/shared/find-equipment.server'
import { equipmentRow } from '~/features/equipment/shared/row'
import { toInputText, variableSymbol } from '~/features/variable/shared/values'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { Fieldset } from '~/ui/choice-field'
import { Disclosure } from '~/ui/disclosure'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Select, TextInput } from '~/ui/field'
import { Filters, Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { ChangeSteps } from '~/ui/steps'
import { CopyForm, copyToSelected, planCopy } from './copying.server'
import { rulesBudgetMs } from './shared/rules.server'
import { readingOf } from './variables.server'

export const handle = {
  title: (data, t) => t('main:rule.variable.copying.title', { name: data.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

/** Where similar equipment is searched, the most useful scope first. */
const places = ['site', 'building', 'customer'] as const
type SearchScope = (typeof places)[number]

export async function loader(args: LoaderFunctionArgs) {
  const at = address('variablesCopying', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: capabilitiesFor('variables.copy'), budgetMs: rulesBudgetMs })
  if (!reader.features.faultRules) throw new Response(null, { status: 404 })
  const { equipment, type, crumbs } = await equipmentAt(reader, { name: 'variablesCopying', at, request })
  const search = new URL(request.url).searchParams
  const q = search.get('q')?.trim().slice(0, 200) || undefined
  const where = places.find((place) => place === search.get('where'))
  const [read, like] = await Promise.all([
    reader.panel(operations.getInternalVariables, { path: { id: equipment.id } }),
    similarEquipment(reader, { at, self: equipment, q, where: where ?? 'site' }),
  ])
  const reading = readingOf(reader, at)
  const t = translator(reader.language)
  return {
    name: equipment.name,
    type,
    problem: read.ok ? (like.ok ? null : like.problem) : read.problem,
    variables: (read.ok ? read.value.variables : []).map((variable) => ({
      key: variable.key,
      name: variable.name,
      symbol: variableSymbol(variable, reading),
      value: toInputText(variable, variable.value, reading),
      isOverridden: variable.isOverridden,
    })),
    like: like.ok ? like.value : { rows: [], isPart: false },
    filter: { q, where: where ?? 'site' },
    ownHref: href('variablesCopying', at),
    cancelHref: href('equipmentVariables', at),
    unclear: unknownParams(request, { q, where }),
    crumbs: [
      ...crumbs,
      { name: t('main:view.variables'), href: href('equipmentVariables', at) },
      { name: t('main:rule.variable.copying.short'), href: href('variablesCopying', at) },
    ],
    age: reader.age(),
  }
}

/** Returns other equipment of the same type, up to the limit of one change. */
function similarEquipment(
  reader: Reader,
  {
    at,
    self,
    q,
    where,
  }: {
    at: ReturnType<typeof address<'variablesCopying'>>
    self: { id: string; type: string }
    q: string | undefined
    where: SearchScope
  },
) {
  const { tenantId, customerId, siteId, buildingId } = at
  const max = limitFor('variables.copy')
  const place = where === 'site' ? { siteId } : where === 'building' ? { buildingId } : {}
  const matches = findEquipment(reader, {
    at: { tenantId, customerId },
    filter: { ...place, ...(q && { q }), type: [self.type] },
    pageSize: max + 1,
  })
  return asPanel(
    matches.then(({ equipment, next, incomplete }) => {
      const others = equipment.filter(({ id }) => id !== self.id)
      return {
        rows: others
          .slice(0, max)
          .map((one) => equipmentRow(at, one, { typeName: (type) => type, access: equipmentAccess(reader) })),
        isPart: incomplete || next !== null || others.length > max,
      }
    }),
  )
}

export async function action(args: ActionFunctionArgs) {
  const at = address('variablesCopying', args.params)
  return mutate(args, {
    name: 'variables.copy',
    about: { kind: 'equipment', id: at.equipmentId, name: at.equipmentId },
    form: CopyForm,
    plan: (context) => planCopy(context, at),
    async work(context) {
      await copyToSelected(context, at)
      return undefined
    },
  })
}

export default function CopyingPage() {
  const t = useT()
  const { name, type, problem, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={type} name={t('main:rule.variable.copying.title', { name })} />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={reply}
          words={{
            caption: t('main:rule.variable.copying.caption'),
            subjectTitle: t('entity.equipment'),
            fieldTitle: t('main:rule.variable.one'),
            emptyText: t('main:rule.variable.isDefault'),
            apply: (count) => t('main:rule.variable.copying.apply', { count }),
          }}
          cancelHref={cancelHref}
        />
      ) : problem ? (
        <Section>
          <Unavailable detail={serviceProblemText(t, problem)} />
        </Section>
      ) : (
        <CopyChoices />
      )}
    </Stack>
  )
}

type VariableView = ReturnType<typeof useLoaderData<typeof loader>>['variables'][number]

/** Selects the variables and the targets of the same type. */
function CopyChoices() {
  const t = useT()
  const { variables, like, filter, ownHref, cancelHref } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'copy', defaultValue: {} })
  const selected = reply ? form.valuesOf('variable') : variables.filter((one) => one.isOverridden).map(({ key }) => key)
  const [own, others] = [
    variables.filter(({ isOverridden }) => isOverridden),
    variables.filter(({ isOverridden }) => !isOverridden),
  ]
  const tooMany = reply?.problem?.kind === 'tooMany' ? reply.problem.tooMany : null
  return (
    <>
      <ChangeSteps at="choose" />
      <ErrorSummary problems={form.problems} />
      {tooMany ? <TooManyNotice tooMany={tooMany} listHref={ownHref} /> : <FormNotices reply={reply} />}
      <p className="max-w-prose text-soft">{t('main:rule.variable.copying.text')}</p>
      <Filters clearHref={filter.q ? ownHref : undefined}>
        <TextInput name="q" label={t('action.search')} type="search" defaultValue={filter.q} maxLength={200} />
        <Select
          name="where"
          label={t('main:rule.variable.copying.where')}
          defaultValue={filter.where}
          options={places.map((value) => ({ value, label: t(`main:rule.variable.copying.within.${value}`) }))}
        />
      </Filters>
      <Form {...form.form} hidden={{ ...form.form.hidden, listed: like.rows.map(({ id }) => id) }}>
        <Section>
          <Fieldset legend={t('main:rule.variable.copying.which')} name="variable" error={form.errorOf('variable')}>
            {own.length > 0 && <Boxes variables={own} selected={selected} />}
            {others.length > 0 && (
              <Disclosure
                title={t('main:rule.variable.copying.others', { count: others.length })}
                isOpen={own.length === 0 || others.some(({ key }) => selected.includes(key))}
              >
                <Boxes variables={others} selected={selected} />
              </Disclosure>
            )}
          </Fieldset>
        </Section>
        <Section>
          {like.rows.length === 0 ? (
            <EmptyState title={t('main:rule.variable.copying.none')}>
              {t('main:rule.variable.copying.noneText')}
            </EmptyState>
          ) : (
            <Fieldset legend={t('main:rule.variable.copying.to')} name="equipment" error={form.errorOf('equipment')}>
              {like.isPart && (
                <Notice tone="info" quiet>
                  {t('main:rule.variable.copying.part')}
                </Notice>
              )}
              <Targets selected={form.valuesOf('equipment')} isAll={form.valuesOf('all').length > 0} />
            </Fieldset>
          )}
        </Section>
        <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
      </Form>
    </>
  )
}

function Boxes({ variables, selected }: { variables: readonly VariableView[]; selected: readonly string[] }) {
  const t = useT()
  return (
    <ul className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {variables.map((variable) => (
        <li key={variable.key} className="flex items-start gap-2">
          <input
            type="checkbox"
            id={`variable-${variable.key}`}
            name="variable"
            value={variable.key}
            defaultChecked={selected.includes(variable.key)}
            className="mt-0.5"
          />
          <label htmlFor={`variable-${variable.key}`} className="min-w-0">
            {variable.name}{' '}
            <span className="text-soft">
              {variable.value}
              {variable.symbol && `\u00a0${variable.symbol}`}
              {!variable.isOverridden && ` · ${t('main:rule.variable.isDefault')}`}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}

function Targets({ selected, isAll }: { selected: readonly string[]; isAll: boolean }) {
  const t = useT()
  const { rows } = useLoaderData<typeof loader>().like
  return (
    <>
      {rows.length > 1 && (
        <div className="flex items-start gap-2 border-b border-line pb-2">
          <input type="checkbox" id="all" name="all" value="1" defaultChecked={isAll} className="mt-0.5" />
          <label htmlFor="all" className="font-medium">
            {t('main:rule.variable.copying.all', { count: rows.length })}
          </label>
        </div>
      )}
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map(({ id, name, location }) => (
          <li key={id} className="flex items-start gap-2">
            <input
              type="checkbox"
              id={`equipment-${id}`}
              name="equipment"
              value={id}
              defaultChecked={selected.includes(id)}
              className="mt-0.5"
            />
            <label htmlFor={`equipment-${id}`} className="min-w-0">
              <bdi>{name}</bdi> <span className="text-sm text-soft">{location}</span>
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}
