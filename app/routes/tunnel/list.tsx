/** Every open tunnel of a customer: where to, who, why, until when; closing one, and opening another (journey 9). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { notUnderstood } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { findTunnels, noTunnels } from './find-tunnels.server'
import { OpenForm } from './open-form'
import { controllerCalled, openingPlan, openTunnel, TunnelToForm } from './opening.server'
import { TunnelTable } from './table'

export const handle = { title: (_, t) => t('main:tunnel.title'), menu: 'tunnels' } satisfies PageHandle<typeof loader>

const pageSize = 50

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTunnels', args.params)
  const page = await reader(args, { capability: 'tunnel.read' })
  const search = new URL(args.request.url).searchParams
  const after = search.get('after') || undefined
  const [customer, { found, refused }] = await Promise.all([
    ownCustomer(page.read, at),
    orRefused(args.request, findTunnels(page, { at, after, pageSize }), noTunnels),
  ])
  const t = translator(page.language)
  return {
    customer: customer.name,
    rows: found.rows.map((row) => ({ ...row, formKey: newKey() })),
    total: found.total,
    isPartial: found.total === null,
    isClosed: search.get('closed') === '1',
    unclear: notUnderstood(args.request, { closed: '-', host: '-' }, refused),
    refused,
    mayOpen: page.may('tunnel.manage'),
    hostId: search.get('host')?.slice(0, 100) ?? '',
    formKey: newKey(),
    links: {
      csv: href('customerTunnelsCsv', at),
      customer: href('customer', at),
      first: after ? href('customerTunnels', at) : undefined,
      next: found.next ? href('customerTunnels', at, { after: found.next }) : undefined,
    },
    crumbs: [{ name: t('main:tunnel.title'), href: href('customerTunnels', at) }],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('customerTunnels', args.params)
  return mutate(args, {
    name: 'tunnel.open',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    isDirect: true,
    form: TunnelToForm,
    async plan(desk) {
      const { hostId } = desk.form
      const device = await controllerCalled(desk, { customerId: at.customerId, hostId })
      return device ? openingPlan(desk, device) : { rows: [], errors: { hostId: ['errors:tunnels.unknownHost'] } }
    },
    work: (desk) => openTunnel(desk, at),
  })
}

export default function CustomerTunnels() {
  const t = useT()
  const { customer, rows, total, isPartial, isClosed, mayOpen, hostId, formKey, links } = useLoaderData<typeof loader>()
  const caption = t('main:tunnel.openOnes')
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{customer}</bdi>}
        name={t('main:tunnel.title')}
        actions={
          <ButtonLink href={links.csv} download>
            {t('action.download')}
          </ButtonLink>
        }
      />
      {isClosed && <Notice tone="ok" title={t('main:tunnel.closedNow')} />}
      {isPartial && (
        <Notice tone="info" quiet title={t('main:tunnel.partial')}>
          {t('main:tunnel.partialText')}
        </Notice>
      )}
      <Section title={caption} flush>
        <TunnelTable
          caption={caption}
          rows={rows}
          mayClose={mayOpen}
          hasDevice
          empty={<EmptyState title={t('main:tunnel.noneHere')}>{t('main:tunnel.noneText')}</EmptyState>}
        />
        {rows.length > 0 && (
          <Pager
            caption={caption}
            shown={rows.length}
            total={total ?? undefined}
            firstHref={links.first}
            nextHref={links.next}
          />
        )}
      </Section>
      {mayOpen && (
        <Section title={t('main:tunnel.openNew')}>
          <OpenForm formKey={formKey} cancelHref={links.customer} hostId={hostId} />
        </Section>
      )}
    </Stack>
  )
}
