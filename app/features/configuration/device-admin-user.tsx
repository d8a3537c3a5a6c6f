/** The admin user of one controller: when its password was set and sent, never the password itself (domain §5.8). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deviceConfiguration } from '#contracts/device-configuration'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { address } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'
import { ControllerConfiguration } from './one-controller'
import { loadControllerPage } from './one-controller.server'

export const handle = {
  title: (data, t) => t('main:adminUser.of', { name: data.device.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const reader = await readerFor(args, { view: 'adminUser' })
  const at = { ...address('deviceAdminUser', args.params), kind: 'adminUser' as const }
  const [one, user] = await Promise.all([
    loadControllerPage(reader, { at, request: args.request, logs: deviceConfiguration.adminUserSendLogs }),
    reader.panel(deviceConfiguration.getAdminUser, { path: { id: at.deviceId } }),
  ])
  return {
    ...one,
    user: user.ok ? { ok: true as const, passwordSetAt: user.value.passwordSetAt ?? null } : user,
    age: reader.age(),
  }
}

export default function DeviceAdminUser() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { user, timeZone } = data
  const setAt = user.ok && user.passwordSetAt
  return (
    <ControllerConfiguration data={data}>
      {user.ok ? (
        <Section title={t('main:adminUser.title')}>
          <Facts
            facts={[
              { term: t('main:adminUser.password'), value: t('main:adminUser.hidden') },
              {
                term: t('main:adminUser.setAt'),
                value: setAt ? <Time at={setAt} timeZone={timeZone ?? undefined} /> : t('time.never'),
              },
            ]}
          />
        </Section>
      ) : (
        <Unavailable detail={serviceProblemText(t, user.problem)} />
      )}
    </ControllerConfiguration>
  )
}
