/** Sending saved network settings to controllers of a customer, whatever their site (domain §5.3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { leadOnPosted } from '~/screens/list/lead-on.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { networkSend } from './sending.server'
import { SendingPage } from './sending-page'

export const handle = { title: (_, t) => t('main:send.title'), menu: 'network' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerNetworkSending', args.params)
  const made = await reader(args, { capability: 'config.send' })
  const customer = await ownCustomer(made.read, at)
  const t = translator(made.language)
  return {
    at,
    customer: customer.name,
    crumbs: [
      { name: t('main:network.board.crumb'), href: href('customerNetwork', at) },
      { name: t('main:send.crumb'), href: href('customerNetworkSending', at) },
    ],
    age: made.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('customerNetworkSending', args.params)
  await leadOnPosted(args.request, { settings: href('customerNetworkSettings', at) })
  return mutate(args, { name: 'configuration.send', ...networkSend(at) })
}

export default function CustomerSending() {
  const { at, customer } = useLoaderData<typeof loader>()
  return <SendingPage at={at} placeName={customer} />
}
