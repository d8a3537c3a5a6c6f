/** The open tunnels of a customer: target, author, reason, end; close and open (journey 9). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { tunnelView } from './columns'
import { OpenForm, openFormId } from './open-form'
import { controllerByHostId, openTunnel, planOpening, TunnelToForm } from './opening.server'
import { tunnels } from './tunnels.server'

export const handle = { title: (_, t) => t('main:view.tunnels'), menu: 'tunnels' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'tunnels')
  const { at } = mount
  const reader = await readerFor(args, { view: 'tunnels' })
  const search = new URL(args.request.url).searchParams
  const [place, list] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, tunnels, { ...mount, csv: (search) => href('customerTunnelsCsv', at, search) }),
  ])
  return {
    place,
    list: { ...list, rows: list.rows.map((row) => ({ ...row, formKey: newKey() })) },
    isClosed: search.get('closed') === '1',
    mayOpen: reader.may('tunnel.manage'),
    openHref: reader.may('tunnel.manage') ? `${href('customerTunnels', at)}#${openFormId}` : null,
    hostId: search.get('host')?.slice(0, 100) ?? '',
    formKey: newKey(),
    customerHref: href('customer', at),
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('customerTunnels', args.params)
  return mutate(args, {
    name: 'tunnel.open',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    options: { isDirect: true, continues: true },
    form: TunnelToForm,
    async plan(context) {
      const { hostId } = context.form
      const device = await controllerByHostId(context, { customerId: at.customerId, hostId })
      return device ? planOpening(context, device) : { rows: [], errors: { hostId: ['errors:tunnels.unknownHost'] } }
    },
    work: (context) => openTunnel(context, at),
  })
}

export default function CustomerTunnels() {
  const t = useT()
  const reply = formIn(useReply())
  const { place, list, isClosed, mayOpen, openHref, hostId, formKey, customerHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PlaceHead place={place} />
      {isClosed && <Notice tone="ok" title={t('main:tunnel.closedNow')} />}
      <List
        list={list}
        view={tunnelView({ mayClose: mayOpen })}
        caption={t('main:tunnel.openOnes')}
        offers={[{ label: t('main:tunnel.openNew'), href: openHref }]}
      />
      {(mayOpen || reply) && (
        <Section title={t('main:tunnel.openNew')}>
          <OpenForm formKey={formKey} cancelHref={customerHref} hostId={hostId} />
        </Section>
      )}
    </Stack>
  )
}
