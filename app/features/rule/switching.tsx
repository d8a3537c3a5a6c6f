/** Switches a fault rule on or off for selected equipment, or for all that matches (domain §2.3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PathNode } from '#contracts/scalars'
import { problemResponse, readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { useChangeForm } from '~/change/change-form'
import { firstPlan } from '~/change/first-plan.server'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import type { PlanReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { groupByName, type PostedFields } from '~/change/posted'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { typeNames } from '~/features/equipment/shared/types.server'
import { address, href, type Place, placeParams } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { parseFilter } from '~/kit/list/filter'
import { ViewTable } from '~/kit/list/list'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { Radios } from '~/ui/choice-field'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { mayOpen } from '~/views'
import { stateRow } from './row'
import { rulesBudgetMs } from './shared/rules.server'
import { stateFields, stateView, withoutFaultColumns } from './state-columns'
import { planSwitching, ruleName, SwitchForm, selectedStates, switchSelected } from './switching.server'

export const handle = {
  title: (data, t) => t('main:rule.switching.title', { name: data.name }),
  menu: 'rules',
} satisfies PageHandle<typeof loader>

/** Rows of the selection that are shown; the plan lists all. */
const maxRows = 50

export async function loader(args: LoaderFunctionArgs) {
  const at = address('ruleSwitching', args.params)
  const reader = await readerFor(args, { capability: 'rule.toggle', budgetMs: rulesBudgetMs })
  if (!reader.features.faultRules) throw new Response(null, { status: 404 })
  const search = new URL(args.request.url).searchParams
  const equipment = search.getAll('equipment').filter(Boolean)
  const isAll = search.has('all')
  const isBack = search.get('back') === 'equipment'
  const selection = { equipment, filter: isAll ? search.toString() : null }
  const [customer, name, selected, typeName] = await Promise.all([
    ownCustomer(reader.read, at),
    orProblemResponse(ruleName(reader, at)),
    orProblemResponse(selectedStates(reader, at, selection)),
    typeNames(reader),
  ])
  // The form posts the equipment that was shown, whatever matches the filter later.
  const ids = isAll ? selected.things.map(({ equipmentId }) => equipmentId) : equipment
  const posted: PostedFields = [
    ...ids.map((id): [string, string] => ['equipment', id]),
    ...(isBack && !isAll ? [['back', 'equipment'] as [string, string]] : []),
  ]
  const [only] = selected.things.length === 1 ? selected.things : []
  const t = translator(reader.language)
  return {
    customer: customer.name,
    name,
    rows: selected.things
      .slice(0, maxRows)
      .map((state) => stateRow(at, state, { maySwitch: false, onlooker: reader, typeName })),
    showsFaults: mayOpen('faults', reader),
    total: selected.things.length,
    tooMany: selected.tooMany,
    hidden: groupByName(posted),
    first: await initialPlan(),
    listHref:
      (only && isBack && equipmentRulesHref(at, only.path, only.equipmentId)) ||
      href('rule', at, isAll ? parseFilter(search, stateFields) : {}),
    crumbs: [
      { name: t('main:view.rules'), href: href('customerRules', at) },
      { name, href: href('rule', at) },
      { name: t('main:rule.switching.short'), href: href('ruleSwitching', at) },
    ],
    age: reader.age(),
  }

  /** Returns the plan at once where the address names the equipment and the direction. */
  async function initialPlan(): Promise<PlanReply | null> {
    const form = SwitchForm.safeParse({ equipment, to: search.get('to') })
    if (!form.success || isAll || selected.things.length === 0) return null
    const plan = await planSwitching({ ...reader, read: reader.call, form: form.data }, at)
    return firstPlan('rule.toggle', plan, [...posted, ['to', form.data.to]])
  }
}

/** Links to the rules of one piece of equipment; null where its place is unknown. */
function equipmentRulesHref(
  at: Place,
  path: readonly PathNode[],
  equipmentId: string,
  changed?: string,
): string | null {
  const params = { ...placeParams(at, path), equipmentId }
  return params.spaceId ? href('equipmentRules', params, { changed }) : null
}

function orProblemResponse<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof ServiceError ? problemResponse(error) : error
  })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('ruleSwitching', args.params)
  return mutate(args, {
    name: 'rule.toggle',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: SwitchForm,
    plan: (context) => planSwitching(context, at),
    async work(context) {
      await switchSelected(context, at)
      const [only] = context.plan.rows
      if (context.plan.rows.length > 1 || !only) return undefined
      const { path = [], id } = only.subject
      const own = context.form.back && equipmentRulesHref(at, path as PathNode[], id, context.changeId)
      return own || href('rule', at, { changed: context.changeId })
    },
  })
}

export default function SwitchingPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  const planReply = reply?.stage === 'plan' ? reply : reply ? null : (data.first as PlanReply | null)
  return (
    <Stack>
      <PageHeader kind={<bdi>{data.customer}</bdi>} name={t('main:rule.switching.title', { name: data.name })} />
      {planReply ? (
        <PlanForm
          reply={planReply}
          canEdit={reply?.stage === 'plan'}
          words={{
            caption: t('main:rule.switching.caption'),
            subjectTitle: t('entity.equipment'),
            fieldTitle: t('main:rule.switching.what'),
            apply: (count) => t('main:rule.switching.apply', { count }),
            text: (key) => (key.startsWith('errors:') ? errorText(t, key) : key),
          }}
          cancelHref={data.listHref}
        />
      ) : (
        <SwitchInputs />
      )}
    </Stack>
  )
}

/** Selects on or off, and lists the equipment. */
function SwitchInputs() {
  const t = useT()
  const { rows, total, tooMany, hidden, listHref, showsFaults } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'switch', defaultValue: {} })
  if (tooMany && !reply) return <TooManyNotice tooMany={tooMany} listHref={listHref} />
  if (total === 0 && !tooMany)
    return (
      <Section>
        <EmptyState
          title={t('main:rule.switching.none')}
          actions={<ButtonLink href={listHref}>{t('main:rule.switching.choose')}</ButtonLink>}
        >
          {t('main:rule.switching.noneText')}
        </EmptyState>
      </Section>
    )
  return (
    <>
      <ErrorSummary problems={form.problems} />
      {tooMany ? <TooManyNotice tooMany={tooMany} listHref={listHref} /> : <FormNotices reply={reply} />}
      <Section>
        <Form {...form.form} hidden={{ ...form.form.hidden, ...hidden }}>
          <Radios
            {...form.input('to')}
            label={t('main:rule.switching.way')}
            options={(['on', 'off'] as const).map((value) => ({
              value,
              label: t(`main:rule.switching.${value}`),
              hint: t(`main:rule.switching.hint.${value}`),
            }))}
          />
          <SubmitRow label={t('action.review')} cancelHref={listHref} />
        </Form>
      </Section>
      {total > 0 && (
        <Section title={t('count.equipment', { count: total })} flush>
          <ViewTable
            view={showsFaults ? stateView : withoutFaultColumns(stateView)}
            caption={t('main:rule.switching.chosen')}
            rows={rows}
          />
          {total > rows.length && (
            <p className="border-t border-line px-4 py-2 text-sm text-soft">
              {t('table.shown', { shown: rows.length, total })}
            </p>
          )}
        </Section>
      )}
    </>
  )
}
