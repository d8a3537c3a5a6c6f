/** Edits up to 50 spaces of a building in one table, then shows the plan (journey 12). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { formIn, useReply } from '~/change/use-reply'
import { nestSpaces } from '~/domain/nested-spaces'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useLanguage, useT } from '~/i18n/use-t'
import { fieldValueText } from '~/kit/edit/fields'
import { crumbsOf } from '~/kit/place/crumbs'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { spaceValues } from './many'
import { maxSpaces, planSpaces, SpacesForm, saveSpaces } from './many.server'
import { restoredValues, spacesBefore } from './many-before.server'
import { ManyForm } from './many-form'
import { spaceFields } from './shared/fields'

export const handle = {
  title: (data, t) => t('main:space.many.title', { name: data.building }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('spacesEditing', args.params)
  const reader = await readerFor(args, { capability: 'hierarchy.write' })
  const path = { id: at.buildingId }
  const [{ node: building, path: ancestors }, spaces] = await Promise.all([
    locateOrRedirect(
      { reader: reader, name: 'spacesEditing', at, request: args.request },
      reader.read(contract.getBuilding, { path }),
    ),
    reader.read(contract.listSpaces, { path }),
  ])
  const search = new URL(args.request.url).searchParams
  const before = await spacesBefore(at, reader, search.get('putBack'))
  const selectedIds = new Set(before ? before.keys() : search.getAll('space'))
  const from = startOf(search)
  const rows = nestSpaces(spaces).filter(({ space }) => selectedIds.size === 0 || selectedIds.has(space.id))
  const next = from + maxSpaces
  const selection = before ? { putBack: search.get('putBack') ?? '' } : { space: [...selectedIds] }
  return {
    building: building.name,
    rows: rows.slice(from, next).map(({ space, depth }) => {
      const change = before?.get(space.id)
      return {
        id: space.id,
        depth,
        ...spaceValues(space),
        before: change ? restoredValues(spaceValues(space), change) : null,
      }
    }),
    isPutBack: before !== null,
    total: rows.length,
    firstHref: from > 0 ? href('spacesEditing', at, selection) : undefined,
    nextHref: next < rows.length ? href('spacesEditing', at, { ...selection, after: next }) : undefined,
    cancelHref: href('building', at),
    crumbs: [
      ...crumbsOf(at, ancestors, { name: building.name, href: href('building', at) }),
      { name: translator(reader.language)('main:space.many.short'), href: href('spacesEditing', at) },
    ],
    age: reader.age(),
  }
}

function startOf(search: URLSearchParams): number {
  const after = Number(search.get('after') ?? 0)
  return Number.isInteger(after) && after > 0 ? after : 0
}

export async function action(args: ActionFunctionArgs) {
  const at = address('spacesEditing', args.params)
  return mutate(args, {
    name: 'space.edit',
    about: { kind: 'building', id: at.buildingId, name: at.buildingId },
    form: SpacesForm,
    plan: (context) => planSpaces(context, at),
    async work(context) {
      await saveSpaces(context)
      return href('building', at, { changed: context.changeId })
    },
  })
}

export default function SpacesEditingPage() {
  const t = useT()
  const language = useLanguage()
  const { building, rows, isPutBack, total, firstHref, nextHref, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={<bdi>{building}</bdi>} name={t('main:space.many.short')} />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={reply}
          words={{
            caption: t('main:space.many.plan', { name: building }),
            subjectTitle: t('entity.space'),
            apply: (count) => t('main:space.many.apply', { count }),
            valueText: fieldValueText(spaceFields, { t, language }),
          }}
          cancelHref={cancelHref}
        />
      ) : rows.length === 0 ? (
        <Section>
          <EmptyState title={t('main:building.emptyTitle')} offers={[{ label: t('action.back'), href: cancelHref }]}>
            {t('main:building.emptyText')}
          </EmptyState>
        </Section>
      ) : (
        <>
          {isPutBack && !reply && (
            <Notice tone="info" quiet>
              {t('main:space.many.putBack')}
            </Notice>
          )}
          <ManyForm rows={rows} reply={formIn(reply)} building={building} cancelHref={cancelHref} />
          {(firstHref || nextHref) && (
            <Pager
              caption={t('main:space.many.short')}
              rowCount={rows.length}
              total={total}
              firstHref={firstHref}
              nextHref={nextHref}
            />
          )}
        </>
      )}
    </Stack>
  )
}
