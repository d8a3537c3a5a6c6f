/** The saved views of the person: open, rename, delete. Forms of lists POST here. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { plainText } from '#contracts/plain-text'
import { roleAt } from '~/backend/person.server'
import { reader, type Visitor } from '~/backend/reader.server'
import { ownChoice } from '~/change/own-choice.server'
import type { Fields } from '~/change/posted'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { may } from '~/permissions'
import { SignedInFrame } from '~/screens/frame/frame'
import { frameData } from '~/screens/frame/frame.server'
import { lastPlace, readerAt } from '~/screens/frame/last-place.server'
import { type ListAddress, listAddress } from '~/screens/list/list-address'
import { lookIn, plainLook } from '~/screens/list/look'
import { everySavedView, forgetView, keepLook, renameView, savedViews, saveView } from '~/screens/list/own-lists.server'
import { longestViewName, SaveInputs, viewNameField } from '~/screens/list/view-tabs'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { TextInput } from '~/ui/field'
import { PostForm } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { views } from '~/views'

export const handle = { title: (_, t) => t('main:profile.lists.title') } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args)
  const here = lastPlace(made)
  const place = here.role === 'no-access' ? {} : { tenantId: here.tenantId ?? undefined }
  const asked = listAddress(new URL(args.request.url).searchParams.get('list') ?? '')
  const [frame, saved] = await Promise.all([
    frameData(readerAt(made, here), place),
    asked ? savedViews(made.session.person, asked.list) : everySavedView(made.session.person),
  ])
  return {
    frame,
    list: asked?.list ?? null,
    view: asked?.view ?? null,
    views: saved.flatMap(({ id, name, list, search }) => {
      const view = listAddress(list)?.view
      return view ? [{ id, name, view, href: search ? `${list}?${search}` : list }] : []
    }),
    crumbs: [],
  }
}

export async function action(args: ActionFunctionArgs) {
  return ownChoice(args, async (who, fields) => {
    const asked = wish(fields)
    const at = listAddress(asked.at)
    const { person } = who.session
    switch (asked.do) {
      case 'save': {
        if (!at || !mayOpen(who, at)) throw new Response(null, { status: 404 })
        const problem =
          nameProblem(asked.name) ??
          ((await saveView(person, { ...at, name: asked.name })) ? null : 'errors:ownLists.tooMany')
        return problem ? refused({ ...asked, problem }) : redirect(pathOf(at), 303)
      }
      case 'look': {
        if (!at || !mayOpen(who, at)) throw new Response(null, { status: 404 })
        await keepLook(person, at.view, asked.look)
        return redirect(pathOf(at), 303)
      }
      case 'rename': {
        const problem =
          nameProblem(asked.name) ??
          ((await renameView(person, { id: asked.id, name: asked.name })) ? null : 'errors:ownLists.taken')
        return problem ? refused({ ...asked, problem }) : redirect(backTo(at), 303)
      }
      case 'delete':
        await forgetView(person, asked.id)
        return redirect(backTo(at), 303)
      default:
        throw new Response(null, { status: 400 })
    }
  })
}

/** Returns the fields of the form, with bounded lengths. */
function wish(fields: Fields) {
  const text = (name: string) => fields.find(([one]) => one === name)?.[1] ?? ''
  const id = text('id').slice(0, 100)
  const all = (name: string) => fields.flatMap(([one, value]) => (one === name ? [value] : []))
  const shown = all('column')
  const said = new URLSearchParams({
    rows: text('rows'),
    height: text('height'),
    hide: all('offered')
      .filter((key) => !shown.includes(key))
      .join(),
  })
  return {
    do: text('do'),
    at: text('at'),
    id,
    name: plainText(text(id ? `${viewNameField}-${id}` : viewNameField)).replace(/\s+/g, ' '),
    look: { ...plainLook, ...lookIn(said) },
  }
}

function nameProblem(name: string): string | null {
  if (name === '') return 'errors:enter.name'
  if (/\p{Cc}/u.test(name)) return 'errors:text.control'
  return name.length > longestViewName ? 'errors:field.tooLong' : null
}

/** Whether the person may open the list; lists above tenants check by themselves. */
function mayOpen({ person }: Visitor, { view, params }: ListAddress): boolean {
  if (!params.tenantId) return true
  const found = roleAt(person, params)
  return found !== null && may(found.role, views[view].capability)
}

const pathOf = ({ list, search }: ListAddress) => (search ? `${list}?${search}` : list)

const backTo = (at: ListAddress | null) => href('ownLists', {}, { list: at?.list })

const refused = ({ do: asked, at, id, name, problem }: ReturnType<typeof wish> & { problem: string }) =>
  data({ do: asked, at, id, name, problem }, 422)

export default function OwnLists() {
  const t = useT()
  const { frame, list, view, views: saved } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSaving = answer?.do === 'save'
  const field = isSaving ? viewNameField : `${viewNameField}-${answer?.id}`
  return (
    <SignedInFrame data={frame}>
      <PageHeader
        name={t('main:profile.lists.title')}
        status={<span className="text-soft">{t('main:profile.lists.intro')}</span>}
      />
      <Stack>
        <ErrorSummary problems={answer ? { [field]: answer.problem } : undefined} fieldLabel={() => t('views.name')} />
        {isSaving && (
          <Section title={t('views.keep')}>
            <PostForm hidden={{ do: 'save', at: answer.at }} className="flex flex-col items-start gap-3">
              <SaveInputs name={answer.name} error={answer.problem} />
            </PostForm>
          </Section>
        )}
        {list && view && (
          <p>
            <A href={list}>{t('main:profile.lists.back', { list: t(`main:view.${view}`) })}</A>
          </p>
        )}
        {saved.length === 0 ? (
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

function OwnView({
  one: { id, name, view, href: to },
  list,
  refused,
}: {
  one: Data['views'][number]
  list: string | null
  refused: { name: string; problem: string } | undefined
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
            error={refused?.problem}
            maxLength={longestViewName}
            required
          />
          <Button>{t('main:profile.lists.rename')}</Button>
        </PostForm>
        <PostForm hidden={{ do: 'delete', id, at: list }}>
          <Button look="quiet" aria-label={t('main:profile.lists.deleteOne', { name })}>
            {t('main:profile.lists.delete')}
          </Button>
        </PostForm>
      </div>
    </Section>
  )
}
