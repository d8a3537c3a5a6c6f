/** Moves sites to a group of their customer, or out of every group (spec §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Id } from '#contracts/scalars'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import type { FormReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { maxSelectedIds } from '~/domain/selection'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { parseFilter } from '~/kit/list/filter'
import { ViewTable } from '~/kit/list/list'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { noGroup } from '~/paths'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Select } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'
import { siteView } from './columns'
import { siteFilterFields } from './filter'
import { carryOutSiteMove, planSiteMove, selectedSites } from './move.server'
import { siteRow } from './row'

export const handle = {
  title: (data, t) => t('main:site.move.title', { count: data.total }),
  menu: 'sites',
} satisfies PageHandle<typeof loader>

/** Rows of the selection that are shown; the plan lists all. */
const maxRows = 50

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteMoves', args.params)
  const reader = await readerFor(args, { capability: 'hierarchy.write' })
  const search = new URL(args.request.url).searchParams
  const selection = { site: search.getAll('site').filter(Boolean), all: search.has('all'), filter: search.toString() }
  const [customer, selected, groups] = await Promise.all([
    ownCustomer(reader.read, at),
    selectedSites(reader.read, at, selection),
    reader.read(contract.listSiteGroups, { path: { id: at.customerId }, query: { withoutCounts: true } }),
  ])
  return {
    customer: customer.name,
    rows: selected.things.slice(0, maxRows).map((one) => siteRow(reader, at, one)),
    total: selected.things.length,
    tooMany: selected.tooMany,
    selection: selection.all ? { all: '1', filter: selection.filter } : { site: selection.site },
    groups: groups.map(({ id, name }) => ({ value: id, label: name })),
    listHref: href('customerSites', at, selection.all ? parseFilter(search, siteFilterFields) : {}),
    crumbs: [
      { name: translator(reader.language)('main:view.sites'), href: href('customerSites', at) },
      { name: translator(reader.language)('main:change.site.move'), href: href('siteMoves', at) },
    ],
    age: reader.age(),
  }
}

const MoveForm = z.object({
  site: z.array(Id).max(maxSelectedIds).default([]),
  all: z.literal('1').optional(),
  /** The query of the list, for "all matching". */
  filter: z.string().max(4000).default(''),
  /** A group, or the reserved word for no group. */
  to: Id,
})

export async function action(args: ActionFunctionArgs) {
  const at = address('siteMoves', args.params)
  return mutate(args, {
    name: 'site.move',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: MoveForm,
    plan: (context) => planSiteMove(context, at),
    async work(context) {
      await carryOutSiteMove(context)
      return href('customerSites', at, { groupId: context.form.to, changed: context.changeId })
    },
  })
}

export default function SiteMovesPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={<bdi>{data.customer}</bdi>} name={t('main:site.move.title', { count: data.total })} />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={reply}
          words={{
            caption: t('main:site.move.plan'),
            subjectTitle: t('entity.site'),
            emptyText: t('main:site.list.noGroup'),
            apply: (count) => t('main:site.move.apply', { count }),
            text: (key) => (key === 'siteGroupId' ? t('entity.group') : key),
          }}
          cancelHref={data.listHref}
        />
      ) : (
        <MoveInputs reply={formIn(reply)} />
      )}
    </Stack>
  )
}

function MoveInputs({ reply }: { reply: FormReply | undefined }) {
  const t = useT()
  const { rows, total, tooMany, selection, groups, listHref } = useLoaderData<typeof loader>()
  const form = useChangeForm(reply, { id: 'move', defaultValue: {} })
  if (tooMany && !reply) return <TooManyNotice tooMany={tooMany} listHref={listHref} />
  if (total === 0 && !tooMany)
    return (
      <Section>
        <EmptyState
          title={t('main:site.move.nothing')}
          actions={<ButtonLink href={listHref}>{t('main:site.move.choose')}</ButtonLink>}
        >
          {t('main:site.move.nothingText')}
        </EmptyState>
      </Section>
    )
  return (
    <>
      <ChangeSteps at="choose" />
      <ErrorSummary problems={form.problems} />
      {tooMany ? <TooManyNotice tooMany={tooMany} listHref={listHref} /> : <FormNotices reply={reply} />}
      <Section>
        <Form {...form.form} hidden={{ ...form.form.hidden, ...selection }}>
          <Select
            label={t('main:site.move.to')}
            options={[
              { value: '', label: t('main:site.move.chooseGroup') },
              ...groups,
              { value: noGroup, label: t('main:site.move.out') },
            ]}
            {...form.input('to')}
          />
          <SubmitRow label={t('action.review')} cancelHref={listHref} />
        </Form>
      </Section>
      {total > 0 && (
        <Section title={t('count.sites', { count: total })} flush>
          <ViewTable view={siteView} caption={t('main:site.move.chosen')} rows={rows} />
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
