/** The network settings of one or many controllers as a form, its plan, and saving them (spec §5, journey 3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deviceConfiguration } from '#contracts/device-configuration'
import { site } from '#contracts/site'
import { mutate } from '~/audit/mutate.server'
import { formIn, useReply } from '~/audit/use-reply'
import { problemResponse, reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section } from '~/ui/page'
import { crumbsOf } from '../crumbs'
import { atRightAddress } from '../right-address.server'
import { choiceIn } from './choice'
import { chosenControllers, idsOf } from './chosen.server'
import { currentSettings } from './current-settings'
import { NetworkSettings } from './posted-settings'
import { SettingsForm } from './settings-form'
import { settingsPlan } from './settings-plan.server'
import { SettingsReview } from './settings-review'

export const handle = {
  title: (data, t) => titleOf(data.devices, t),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteNetworkSettings', args.params)
  const made = await reader(args, { capability: 'config.write' })
  const { ask, read, language, request } = { ...made, request: args.request }
  const choice = choiceIn(new URL(request.url).searchParams)
  const [placed, chosen] = await Promise.all([
    atRightAddress(
      { reader: made, name: 'siteNetworkSettings', at, request },
      read(site.getSite, { path: { id: at.siteId } }),
    ),
    asAnswer(async () => {
      const { ids, isCut } = await idsOf(ask, at.siteId, choice)
      const controllers = await chosenControllers({ ask, siteId: at.siteId, ids }, (id) =>
        ask(deviceConfiguration.getNetwork, { path: { id } }),
      )
      return { controllers, isCut }
    }),
  ])
  const { node, path } = placed
  const found = chosen.controllers.flatMap((one) => (one.found ? [one.found] : []))
  const t = translator(language)
  const self = { id: node.id, name: node.name, type: 'site' as const }
  return {
    at,
    devices: found.map(({ device }) => ({
      id: device.id,
      name: device.name,
      isConnected: device.overallStatus?.connected === true,
    })),
    missing: chosen.controllers.length - found.length,
    isCut: chosen.isCut,
    eTag: found.length === 1 ? (found[0]?.more.eTag ?? null) : null,
    interfaces: currentSettings(
      found.map(({ more }) => more),
      t,
    ),
    crumbs: [
      ...crumbsOf(at, [...path, self], { name: t('main:network.board.crumb'), href: href('siteNetwork', at) }),
      { name: t('main:network.settings.crumb'), href: href('siteNetworkSettings', at, { device: choice.device }) },
    ],
    age: made.age(),
  }
}

/** Trouble while reading the chosen controllers is the page's own. */
async function asAnswer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteNetworkSettings', args.params)
  return mutate(args, {
    name: 'network.save',
    about: { kind: 'site', id: at.siteId, name: at.siteId },
    form: NetworkSettings,
    plan: (desk) => settingsPlan(desk, at.siteId),
    async work({ form, plan, write }) {
      const changed = plan.rows.filter(({ effect }) => effect === 'change')
      const deviceIds = changed.map(({ subject }) => subject.id)
      const eTags = Object.fromEntries(
        changed.flatMap(({ subject, version }) => (version ? [[subject.id, version]] : [])),
      )
      const [only] = deviceIds
      const which = deviceIds.length === 1 && only ? { eTag: eTags[only] ?? null } : { eTag: null, eTags }
      await write(deviceConfiguration.saveNetwork, { body: { ...which, deviceIds, value: form.value } })
      return undefined
    },
  })
}

export default function NetworkSettingsPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  const isEmpty = data.devices.length === 0
  return (
    <>
      <PageHeader kind={t('main:network.board.kind')} name={titleOf(data.devices, t)} />
      {reply?.stage === 'plan' ? (
        <SettingsReview reply={reply} cancelHref={href('siteNetwork', data.at)} />
      ) : isEmpty ? (
        <Section>
          <EmptyState
            title={t('main:network.settings.nothing')}
            actions={<ButtonLink href={href('siteNetwork', data.at)}>{t('main:network.settings.choose')}</ButtonLink>}
          >
            {t('main:network.settings.nothingText')}
          </EmptyState>
        </Section>
      ) : (
        <SettingsForm data={data} reply={formIn(reply)} cancelHref={href('siteNetwork', data.at)} />
      )}
    </>
  )
}

function titleOf(devices: readonly { name: string }[], t: ReturnType<typeof useT>): string {
  const [only] = devices
  return devices.length === 1 && only
    ? t('main:network.settings.titleOne', { name: only.name })
    : t('main:network.settings.title', { count: devices.length })
}
