/** The network settings of controllers of a customer, whatever their site: form, plan, saving and sending (journey 3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { thenSend } from './save-and-send.server'
import { networkSave, settingsOf } from './settings.server'
import { SettingsPage, titleOf } from './settings-page'

export const handle = {
  title: (data, t) => titleOf(data.devices, t),
  menu: 'network',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerNetworkSettings', args.params)
  const made = await reader(args, { capability: 'config.write' })
  await ownCustomer(made.read, at)
  const settings = await settingsOf(made, at, args.request)
  const t = translator(made.language)
  return {
    ...settings,
    crumbs: [
      { name: t('main:network.board.crumb'), href: href('customerNetwork', at) },
      {
        name: t('main:network.settings.crumb'),
        href: href('customerNetworkSettings', at, { device: settings.choice }),
      },
    ],
    age: made.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('customerNetworkSettings', args.params)
  return thenSend(args, at, (args) => mutate(args, { name: 'network.save', ...networkSave(at) }))
}

export default function CustomerNetworkSettings() {
  return <SettingsPage data={useLoaderData<typeof loader>()} reply={useReply()} />
}
