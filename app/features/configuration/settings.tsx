/** Edits the settings of one or many controllers: form, plan, save and send (spec §5, journey 3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { useReply } from '~/change/use-reply'
import { translator } from '~/i18n/i18n.server'
import type { PageHandle } from '~/ui/handle'
import { saveAndSend } from './save-and-send.server'
import { SettingsPage, settingsTitle } from './settings-page'
import { settingsHref } from './shared/place'
import { loadConfigurationPlace, parseSettingsPlace } from './shared/place.server'
import { configurationSave, loadSettingsPage } from './shared/settings.server'

export const handle = {
  title: (data, t) => settingsTitle(data, t),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = parseSettingsPlace(args)
  const { request } = args
  const reader = await readerFor(args, { capability: 'config.write' })
  const [place, settings] = await Promise.all([
    loadConfigurationPlace(reader, { at, page: 'settings', request }),
    loadSettingsPage(reader, at, request),
  ])
  const t = translator(reader.language)
  const own = { name: t('main:configuration.settings.crumb'), href: settingsHref(at, { device: settings.choice }) }
  return { ...settings, crumbs: [...place.crumbs, own], age: reader.age() }
}

export async function action(args: ActionFunctionArgs) {
  const at = parseSettingsPlace(args)
  return saveAndSend(args, at, (args, then) => mutate(args, { ...configurationSave(at), ...then }))
}

export default function ConfigurationSettings() {
  return <SettingsPage data={useLoaderData<typeof loader>()} reply={useReply()} />
}
