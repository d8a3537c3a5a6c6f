/** The network settings of one or many controllers of a site as a form, its plan, saving and sending (spec §5, journey 3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { crumbsOf } from '~/screens/place/crumbs'
import { atRightAddress } from '~/screens/place/right-address.server'
import type { PageHandle } from '~/ui/handle'
import { thenSend } from './save-and-send.server'
import { networkSave, settingsOf } from './settings.server'
import { SettingsPage, titleOf } from './settings-page'

export const handle = {
  title: (data, t) => titleOf(data.devices, t),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteNetworkSettings', args.params)
  const { request } = args
  const made = await reader(args, { capability: 'config.write' })
  const [{ node, path }, settings] = await Promise.all([
    atRightAddress(
      { reader: made, name: 'siteNetworkSettings', at, request },
      made.read(site.getSite, { path: { id: at.siteId } }),
    ),
    settingsOf(made, at, request),
  ])
  const t = translator(made.language)
  const self = { id: node.id, name: node.name, type: 'site' as const }
  return {
    ...settings,
    crumbs: [
      ...crumbsOf(at, [...path, self], { name: t('main:network.board.crumb'), href: href('siteNetwork', at) }),
      { name: t('main:network.settings.crumb'), href: href('siteNetworkSettings', at, { device: settings.choice }) },
    ],
    age: made.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteNetworkSettings', args.params)
  return thenSend(args, at, (args) => mutate(args, { name: 'network.save', ...networkSave(at) }))
}

export default function SiteNetworkSettings() {
  return <SettingsPage data={useLoaderData<typeof loader>()} reply={useReply()} />
}
