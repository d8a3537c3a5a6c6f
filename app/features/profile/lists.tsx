/** The saved views of the person: open, rename, delete. Forms of lists POST here. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { plainText } from '#contracts/plain-text'
import { roleAt } from '~/backend/person.server'
import { readerFor, type Visitor } from '~/backend/reader.server'
import { personalSetting, typedSetting } from '~/change/personal-setting.server'
import type { PostedFields } from '~/change/posted'
import { href, type Place } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { SignedInFrame } from '~/kit/frame/frame'
import { frameData } from '~/kit/frame/frame.server'
import { lastPlace, readerAt } from '~/kit/frame/last-place.server'
import { type ListAddress, parseListAddress } from '~/kit/list/list-address'
import { columnParams, columnSearch, type Look, parseLook, plainLook } from '~/kit/list/look'
import {
  deleteView,
  listAllSavedViews,
  listSavedViews,
  renameView,
  saveLook,
  saveView,
} from '~/kit/list/own-lists.server'
import { listSharedViews, type SharedView } from '~/kit/list/shared-views.server'
import { maxViewNameLength, SaveInputs, viewNameField } from '~/kit/list/view-tabs'
import { may } from '~/permissions'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { TextInput } from '~/ui/field'
import { PostForm } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { views } from '~/views'

export const handle = { title: (_, t) => t('main:profile.lists.title') } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const reader = await readerFor(args)
  const lastVisited = lastPlace(reader)
  const place = lastVisited.role === 'no-access' ? {} : { tenantId: lastVisited.tenantId ?? undefined }
  const target = parseListAddress(new URL(args.request.url).searchParams.get('list') ?? '')
  const [frame, typed, saved, shared] = await Promise.all([
    frameData(readerAt(reader, lastVisited), place),
    typedSetting(args, reader),
    target ? listSavedViews(reader.session.person, target.list) : listAllSavedViews(reader.session.person),
    target && mayOpen(reader, target) ? sharedViews(target) : [],
  ])
  return {
    frame,
    typed: typed && typedForm(typed),
    list: target?.list ?? null,
    view: target?.view ?? null,
    views: saved.flatMap(({ id, name, list, search }) => {
      const view = parseListAddress(list)?.view
      return view
        ? [
            {
              id,
              name,
              view,
              href: search ? `${list}?${search}` : list,
              sharingHref: sharingHref(reader, { id, list }),
            },
          ]
        : []
    }),
    shared: shared.map(({ id, name, author, list, search }) => ({
      id,
      name,
      author,
      href: search ? `${list}?${search}` : list,
      removalHref: placeForSharing(reader, list, (at) => href('viewUnsharing', { ...at, viewId: id })),
    })),
    crumbs: [],
  }
}

/** Returns the views that are shared with the customer of a list. */
async function sharedViews({ list, params: { tenantId, customerId } }: ListAddress): Promise<SharedView[]> {
  return tenantId && customerId ? listSharedViews({ tenantId, customerId }, list) : []
}

function sharingHref(visitor: Pick<Visitor, 'person'>, { id, list }: { id: string; list: string }): string | null {
  return placeForSharing(visitor, list, (at) => href('viewSharing', at, { view: id }))
}

/** Returns an address in the customer of a list; null where the person may not share views with that customer. */
function placeForSharing(
  { person }: Pick<Visitor, 'person'>,
  list: string,
  hrefAt: (at: Place) => string,
): string | null {
  const { tenantId, customerId } = parseListAddress(list)?.params ?? {}
  if (!tenantId || !customerId) return null
  const at = { tenantId, customerId }
  const role = roleAt(person, at)
  return role && may(role.role, 'customer.update') ? hrefAt(at) : null
}

export async function action(args: ActionFunctionArgs) {
  return personalSetting(args, async (visitor, fields) => {
    const form = formValues(fields)
    const at = parseListAddress(form.at)
    const { person } = visitor.session
    switch (form.do) {
      case 'save': {
        if (!at || !mayOpen(visitor, at)) throw new Response(null, { status: 404 })
        const problem =
          nameProblem(form.name) ??
          ((await saveView(person, { ...at, name: form.name })) ? null : 'errors:ownLists.tooMany')
        return problem ? rejected({ ...form, problem }) : redirect(pathOf(at), 303)
      }
      case 'look': {
        if (!at || !mayOpen(visitor, at)) throw new Response(null, { status: 404 })
        await saveLook(person, at.view, form.look)
        return redirect(pathWithColumns(at, form.look), 303)
      }
      case 'rename': {
        const problem =
          nameProblem(form.name) ??
          ((await renameView(person, { id: form.id, name: form.name })) ? null : 'errors:ownLists.taken')
        return problem ? rejected({ ...form, problem }) : redirect(listsHref(at), 303)
      }
      case 'delete':
        await deleteView(person, form.id)
        return redirect(listsHref(at), 303)
      default:
        throw new Response(null, { status: 400 })
    }
  })
}

/** Returns the fields of the form, with bounded lengths. */
function formValues(fields: PostedFields) {
  const text = (name: string) => fields.find(([one]) => one === name)?.[1] ?? ''
  const id = text('id').slice(0, 100)
  const all = (name: string) => fields.flatMap(([one, value]) => (one === name ? [value] : []))
  const visibleColumns = all('column')
  const keys = (name: string) => all(name).flatMap((each) => each.split(','))
  const params = new URLSearchParams({
    rows: text('rows'),
    height: text('height'),
    hide: keys('offered')
      .filter((key) => !visibleColumns.includes(key))
      .join(),
    show: keys('optional')
      .filter((key) => visibleColumns.includes(key))
      .join(),
  })
  return {
    do: text('do'),
    at: text('at'),
    id,
    name: plainText(text(id ? `${viewNameField}-${id}` : viewNameField)).replace(/\s+/g, ' '),
    look: { ...plainLook, ...parseLook(params) },
  }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'errors:enter.name'
  if (/\p{Cc}/u.test(name)) return 'errors:text.control'
  return name.length > maxViewNameLength ? 'errors:field.tooLong' : null
}

/** Whether the person may open the list; lists above tenants check by themselves. */
function mayOpen({ person }: Pick<Visitor, 'person'>, { view, params }: ListAddress): boolean {
  if (!params.tenantId) return true
  const ownRole = roleAt(person, params)
  return ownRole !== null && may(ownRole.role, views[view].capability)
}

const pathOf = ({ list, search }: Pick<ListAddress, 'list' | 'search'>) => (search ? `${list}?${search}` : list)

/** Returns the address of a list with chosen columns, so that it shows them to whoever it is sent to. */
function pathWithColumns({ list, search }: ListAddress, look: Look): string {
  const params = new URLSearchParams(search)
  for (const name of columnParams) params.delete(name)
  for (const [name, value] of Object.entries(columnSearch(look))) if (value) params.set(name, String(value))
  return pathOf({ list, search: params.toString() })
}

const listsHref = (at: ListAddress | null) => href('ownLists', {}, { list: at?.list })

/** Returns a form as it was typed before the session ended. */
function typedForm(fields: PostedFields) {
  const { do: command, at, id, name } = formValues(fields)
  return { do: command, at, id, name, problem: null }
}

const rejected = ({ do: command, at, id, name, problem }: ReturnType<typeof formValues> & { problem: string }) =>
  data({ do: command, at, id, name, problem }, 422)

export default function OwnLists() {
  const t = useT()
  const { frame, typed, list, view, views: saved, shared } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() ?? typed
  const isSaving = answer?.do === 'save'
  const field = isSaving ? viewNameField : `${viewNameField}-${answer?.id}`
  return (
    <SignedInFrame data={frame}>
      <PageHeader
        name={t('main:profile.lists.title')}
        status={<span className="text-soft">{t('main:profile.lists.intro')}</span>}
      />
      <Stack>
        {typed && answer === typed && <Notice tone="info" title={t('main:draft.restored')} />}
        <ErrorSummary
          problems={answer?.problem ? { [field]: answer.problem } : undefined}
          fieldLabel={() => t('views.name')}
        />
        {isSaving && (
          <Section title={t('views.keep')}>
            <PostForm hidden={{ do: 'save', at: answer.at }} className="flex flex-col items-start gap-3">
              <SaveInputs name={answer.name} error={answer.problem ?? undefined} />
            </PostForm>
          </Section>
        )}
        {list && view && (
          <p>
            <A href={list}>{t('main:profile.lists.back', { list: t(`main:view.${view}`) })}</A>
          </p>
        )}
        {shared.length > 0 && <SharedViews shared={shared} />}
        {saved.length === 0 && shared.length > 0 ? null : saved.length === 0 ? (
          <Section>
            <EmptyState title={t('main:profile.lists.none')}>{t('main:profile.lists.noneText')}</EmptyState>
          </Section>
        ) : (
          saved.map((one) => (
            <OwnView key={one.id} one={one} list={list} refused={answer?.id === one.id ? answer : undefined} />
          ))
        )}
      </Stack>
    </SignedInFrame>
  )
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

function SharedViews({ shared }: { shared: Data['shared'] }) {
  const t = useT()
  return (
    <Section title={t('main:profile.lists.shared')}>
      <ul className="flex flex-col gap-2">
        {shared.map(({ id, name, author, href: to, removalHref }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <A href={to}>
                <bdi>{name}</bdi>
              </A>{' '}
              <span className="text-sm text-soft">{t('views.sharedBy', { name: author })}</span>
            </span>
            {removalHref && (
              <ButtonLink
                small
                look="quiet"
                href={removalHref}
                aria-label={t('main:profile.lists.unshareOne', { name })}
              >
                {t('main:profile.lists.unshare')}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function OwnView({
  one: { id, name, view, href: to, sharingHref },
  list,
  refused,
}: {
  one: Data['views'][number]
  list: string | null
  refused: { name: string; problem: string | null } | undefined
}) {
  const t = useT()
  const field = `${viewNameField}-${id}`
  return (
    <Section
      title={
        <A href={to}>
          <bdi>{name}</bdi>
        </A>
      }
      aside={t(`main:view.${view}`)}
    >
      <div className="flex flex-wrap items-end gap-3">
        <PostForm hidden={{ do: 'rename', id, at: list }} className="flex flex-wrap items-end gap-2">
          <TextInput
            name={field}
            label={t('views.name')}
            defaultValue={refused?.name ?? name}
            error={refused?.problem ?? undefined}
            maxLength={maxViewNameLength}
            required
          />
          <Button>{t('main:profile.lists.rename')}</Button>
        </PostForm>
        {sharingHref && (
          <ButtonLink href={sharingHref} aria-label={t('main:profile.lists.shareOne', { name })}>
            {t('main:profile.lists.share')}
          </ButtonLink>
        )}
        <PostForm hidden={{ do: 'delete', id, at: list }}>
          <Button look="quiet" aria-label={t('main:profile.lists.deleteOne', { name })}>
            {t('main:profile.lists.delete')}
          </Button>
        </PostForm>
      </div>
    </Section>
  )
}
