/** The health of a controller: connection, alarms, faults, addresses and firmware. */
import type { ReactNode } from 'react'
import type { Panel } from '~/backend/reader.server'
import type { TotalCount } from '~/domain/count'
import type { EnrichedDevice } from '~/domain/device'
import type { LicenceRow } from '~/features/licence/shared/row'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { CopyButton } from '~/ui/copy'
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
  alarms: TotalCount | false | null
  /** The URL of their list. */
  alarmsHref: string
  faults: TotalCount | false | null
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
          : [{ term: t('main:device.health.alarms'), value: <Count counted={alarms} href={alarmsHref} isSevere /> }]),
        ...(faults === null
          ? []
          : [{ term: t('main:device.health.faults'), value: <Count counted={faults} href={faultsHref} /> }]),
        {
          term: t('main:device.hostId'),
          value: device.hostId && (
            <>
              <span className="font-mono">{device.hostId}</span>{' '}
              <CopyButton text={device.hostId} label={t('main:device.hostId')} />
            </>
          ),
        },
        ...optionalFact(
          t('main:onboarding.publicAddress'),
          address && (
            <>
              <bdi className="font-mono">{address}</bdi>{' '}
              <CopyButton text={address} label={t('main:onboarding.publicAddress')} />
            </>
          ),
        ),
        ...optionalFact(t('main:onboarding.firmware'), firmware && <bdi>{firmware}</bdi>),
        ...optionalFact(t('main:onboarding.serialNumber'), serialNumber && <bdi>{serialNumber}</bdi>),
      ]}
    />
  )
}

const optionalFact = (term: string, value: ReactNode) => (value ? [{ term, value }] : [])

function Count({
  counted,
  href,
  isSevere = false,
}: {
  counted: TotalCount | false
  href?: string
  isSevere?: boolean
}) {
  const t = useT()
  if (!counted) return <span className="text-faint">{t('main:overview.unknown')}</span>
  if (counted.count === 0) return <span className="text-faint">{t('word.none')}</span>
  const words = countText(t, 'plain', counted)
  return <Badge tone={isSevere ? 'danger' : 'warn'}>{href ? <A href={href}>{words}</A> : words}</Badge>
}
