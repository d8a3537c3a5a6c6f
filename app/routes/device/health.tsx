/** The health of a controller: connection, alarms, faults, addresses and firmware. */
import type { ReactNode } from 'react'
import type { Panel } from '~/backend/reader.server'
import type { Counted } from '~/domain/counted'
import type { EnrichedDevice } from '~/domain/device'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import type { LicenceRow } from '~/things/licence/row'
import { Badge } from '~/ui/badge'
import { Copy } from '~/ui/copy'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { ConnectionBadge, OnboardedBadge } from '~/ui/states'
import { Time } from '~/ui/time'

export interface DeviceHealth {
  firmware: string | null
  serialNumber: string | null
  address: string | null
  /** From its onboarding record. */
  licences: Panel<LicenceRow[]>
  /** When its active offline alarm was raised; null without one. */
  silentSince: string | null
  /** Null without the right to see them, false while they cannot be counted. */
  alarms: Counted | false | null
  /** The URL of their list. */
  alarmsHref: string
  faults: Counted | false | null
  faultsHref: string
}

interface Props {
  device: Pick<EnrichedDevice, 'isConnected' | 'isOnboarded' | 'hostId'>
  health: DeviceHealth
  timeZone?: string | undefined
}

export function HealthFacts({ device, health, timeZone }: Props) {
  const t = useT()
  const { firmware, serialNumber, address, silentSince, alarms, alarmsHref, faults, faultsHref } = health
  const isSilent = device.isOnboarded && !device.isConnected
  return (
    <Facts
      facts={[
        {
          term: t('main:device.health.link'),
          value: device.isOnboarded ? (
            <>
              <ConnectionBadge isConnected={device.isConnected} />{' '}
              {isSilent && silentSince && (
                <span className="text-soft">
                  <Time at={silentSince} timeZone={timeZone} />
                </span>
              )}
            </>
          ) : (
            <OnboardedBadge isOnboarded={false} />
          ),
        },
        ...(alarms === null
          ? []
          : [{ term: t('main:device.health.alarms'), value: <Count counted={alarms} href={alarmsHref} isGrave /> }]),
        ...(faults === null
          ? []
          : [{ term: t('main:device.health.faults'), value: <Count counted={faults} href={faultsHref} /> }]),
        {
          term: t('main:device.hostId'),
          value: device.hostId && (
            <>
              <span className="font-mono">{device.hostId}</span>{' '}
              <Copy text={device.hostId} what={t('main:device.hostId')} />
            </>
          ),
        },
        ...known(
          t('main:onboarding.publicAddress'),
          address && (
            <>
              <bdi className="font-mono">{address}</bdi>{' '}
              <Copy text={address} what={t('main:onboarding.publicAddress')} />
            </>
          ),
        ),
        ...known(t('main:onboarding.firmware'), firmware && <bdi>{firmware}</bdi>),
        ...known(t('main:onboarding.serialNumber'), serialNumber && <bdi>{serialNumber}</bdi>),
      ]}
    />
  )
}

const known = (term: string, value: ReactNode) => (value ? [{ term, value }] : [])

function Count({ counted, href, isGrave = false }: { counted: Counted | false; href?: string; isGrave?: boolean }) {
  const t = useT()
  if (!counted) return <span className="text-faint">{t('main:overview.unknown')}</span>
  if (counted.count === 0) return <span className="text-faint">{t('word.none')}</span>
  const words = countText(t, 'plain', counted)
  return <Badge tone={isGrave ? 'danger' : 'warn'}>{href ? <A href={href}>{words}</A> : words}</Badge>
}
