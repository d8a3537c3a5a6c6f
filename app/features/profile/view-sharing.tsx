/** Shares a saved view of a list with its customer: everybody who may open the list sees it above the list. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { FormNotices } from '~/change/form-notices'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { address, href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { parseListAddress } from '~/kit/list/list-address'
import { type SavedView, savedViewById } from '~/kit/list/own-lists.server'
import { shareView } from '~/kit/list/shared-views.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { Session } from '~/session/session.server'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { type ViewName, views } from '~/views'

export const handle = { title: (_, t) => t('main:change.view.share') } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('viewSharing', args.params)
  const reader = await readerFor(args, { capability: 'customer.update' })
  const customer = await ownCustomer(reader.read, at)
  const own = await viewOfCustomer(reader.session, at, new URL(args.request.url).searchParams.get('view') ?? '')
  if (!own || !reader.may(views[own.view].capability)) throw new Response(null, { status: 404 })
  const { id, list, name, search } = own.saved
  return {
    id,
    name,
    view: own.view,
    customerName: customer.name,
    href: search ? `${list}?${search}` : list,
    backHref: href('ownLists', {}, { list }),
    formKey: newKey(),
    crumbs: [
      { name: translator(reader.language)('main:change.view.share'), href: href('viewSharing', at, { view: id }) },
    ],
    age: reader.age(),
  }
}

const ViewForm = z.object({ view: z.string().max(100) })

export async function action(args: ActionFunctionArgs) {
  const at = address('viewSharing', args.params)
  return mutate(args, {
    name: 'view.share',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    options: { isDirect: true },
    form: ViewForm,
    async plan({ read, form, session }) {
      const customer = await ownCustomer(read, at)
      const own = await viewOfCustomer(session, at, form.view)
      if (!own) throw new ServiceError({ service: 'site', status: 404 })
      const { name } = own.saved
      return {
        rows: [
          {
            subject: { kind: 'customer', id: customer.id, name: customer.name },
            customerId: at.customerId,
            effect: 'change',
            fields: [{ name: 'sharedView', from: null, to: name }],
            before: { sharedView: null },
            after: { sharedView: name },
          },
        ],
      }
    },
    async work({ form, session, changeId }) {
      const own = await viewOfCustomer(session, at, form.view)
      if (!own) throw new ServiceError({ service: 'site', status: 404 })
      await shareView(at, { ...own.saved, id: changeId, author: session.person.name })
      const { list, search } = own.saved
      return search ? `${list}?${search}` : list
    },
  })
}

/** Returns a saved view of the person whose list belongs to the customer; null for any other. */
async function viewOfCustomer(
  session: Session,
  { tenantId, customerId }: Place,
  id: string,
): Promise<{ saved: SavedView; view: ViewName } | null> {
  const saved = await savedViewById(session.person, id.slice(0, 100))
  const list = saved && parseListAddress(saved.list)
  const isOwn = list && list.params.tenantId === tenantId && list.params.customerId === customerId
  return saved && isOwn ? { saved, view: list.view } : null
}

export default function ViewSharing() {
  const t = useT()
  const { id, name, view, customerName, href: to, backHref, formKey } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  return (
    <Stack>
      <PageHeader name={t('main:change.view.share')} />
      <Section>
        <FormNotices reply={reply} />
        <p>
          <A href={to}>
            <bdi>{name}</bdi>
          </A>{' '}
          <span className="text-soft">{t(`main:view.${view}`)}</span>
        </p>
        <p className="max-w-prose">{t('main:profile.lists.shareText', { customer: customerName })}</p>
        <Form hidden={{ [metaFields.key]: reply?.key ?? formKey, [metaFields.stage]: 'apply', view: id }}>
          <SubmitRow label={t('main:profile.lists.share')} cancelHref={backHref} />
        </Form>
      </Section>
    </Stack>
  )
}
