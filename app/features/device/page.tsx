/** A controller as enriched by spec §3: location, model, health and software. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deviceConfiguration } from '#contracts/device-configuration'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { enrichDevice, propertyText } from '~/domain/device'
import { StatedSections } from '~/features/controller-management/shared/stated'
import { statedByController } from '~/features/controller-management/shared/stated.server'
import { pendingStart } from '~/features/deployment/shared/row'
import { stalledIds } from '~/features/deployment/shared/stalled.server'
import { LicenceFacts } from '~/features/licence/shared/facts'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { crumbsOf } from '~/kit/place/crumbs'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import type { Capability } from '~/permissions'
import { isSecret } from '~/trail/redact'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { ConfigurationFacts, configurationRows } from './configuration'
import { DeviceFacts } from './device-facts'
import { HealthFacts } from './health'
import { deviceHealth } from './health.server'
import { LatestDeployments, latestDeployments } from './latest-deployments'
import { linkOfDevice } from './link.server'
import { LinkFacts } from './link-facts'
import { DeviceNotices } from './notices'
import { FoldedPackages, SupportedPackages } from './packages'
import { DeviceHeader, deviceHeading } from './shared/header'
import { offeredFor } from './shared/link-capabilities'
import { onboardingOf } from './shared/onboarding-of'

export const handle = { title: (data) => data.heading.name, menu: 'devices' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('device', args.params)
  const reader = await readerFor(args, { view: 'device' })
  const path = { id: at.deviceId }
  const [{ node, path: ancestors, site }, catalogues, info, deployments, health] = await Promise.all([
    locateOrRedirect(
      { reader: reader, name: 'device', at, request: args.request },
      reader.read(contract.getDevice, { path }),
    ),
    reader.catalogues(),
    reader.may('config.read') ? reader.panel(deviceConfiguration.getInfo, { path }) : null,
    reader.may('deploy.read') ? reader.panel(contract.listDeployments, { path }) : null,
    deviceHealth(reader, at),
  ])
  const {
    eTag: _,
    configStatus,
    supportedPackages,
    ...device
  } = enrichDevice(node, catalogues.controllers, catalogues.packages)
  const offered = offeredFor(node)
  const link = await linkOfDevice(reader, at, node)
  const isWritable = link?.writing ? link.writing.state !== 'off' : false
  const stated = offered.management ? await statedByController(reader, at, { isWritable }) : null
  const stalled = deployments?.ok
    ? await stalledIds(reader, {
        customerId: at.customerId,
        deployments: deployments.value.slice(0, 1),
        hostId: node.hostId ?? '',
      })
    : new Set<string>()
  const heading = deviceHeading(reader, { at, device: node, catalogues })
  return {
    tenantId: at.tenantId,
    heading,
    device: {
      ...device,
      properties: device.properties
        .filter(({ name }) => mayRead(name, reader.may))
        // The serial number that the controller itself reports is shown with its health.
        .filter(({ name, value }) => name !== 'serialNumber' || value !== health.serialNumber)
        .map(({ name, value }) => ({ name, value: propertyText(value) })),
      supported: supportedPackages.map(({ key, name, displayName, version }) => ({ key, name, displayName, version })),
    },
    health,
    link,
    stated,
    hasPackages: offered.packages,
    packagesHref: reader.may('catalog.read') ? href('packages', at) : null,
    onboardingHref: onboardingOf(reader, at, heading),
    configuration:
      info &&
      offered.configuration &&
      configurationRows(info, { isConnected: device.isConnected, hasUsers: reader.features.userAdmin }),
    modelHref:
      device.productId && reader.may('catalog.read') ? href('model', { ...at, productId: device.productId }) : null,
    deployments: deployments && offered.packages && latestDeployments(deployments, at, stalled),
    awaited: deployments?.ok && deployments.value[0] ? pendingStart(deployments.value[0]) : null,
    timeZone: (site?.ok && site.value.timeZone) || null,
    crumbs: crumbsOf(at, ancestors, { name: node.name, href: href('device', at) }),
    age: reader.age(),
  }
}

/** Hides properties with secret names, except the activation code for those who onboard, who have to type it. */
function mayRead(name: string, may: (capability: Capability) => boolean): boolean {
  return !isSecret(name) || (name === 'activationCode' && may('device.onboard'))
}

export default function DevicePage() {
  const t = useT()
  const {
    tenantId,
    heading,
    device,
    health,
    link,
    stated,
    hasPackages,
    packagesHref,
    onboardingHref,
    modelHref,
    configuration,
    deployments,
    awaited,
    timeZone,
  } = useLoaderData<typeof loader>()
  const zone = timeZone ?? undefined
  const onboarding = device.isOnboarded ? [] : [{ label: t('main:change.device.onboard'), href: onboardingHref }]
  const packages = packagesHref ? [{ label: t('main:view.packages'), href: packagesHref }] : []
  const isLicensed = device.isOnboarded && health.licences.ok && health.licences.value.length > 0
  return (
    <Stack>
      <DeviceHeader device={heading} view="device" />
      <ChangedNotice tenantId={tenantId} />
      <DeviceNotices device={device} links={heading.links} awaited={awaited} timeZone={zone} />
      <Columns hasFacts>
        <Stack>
          <Section title={t('main:device.health.title')}>
            <HealthFacts device={device} health={health} timeZone={zone} />
          </Section>
          {device.isOnboarded && !link && (
            <Section title={t('main:licence.title')}>
              {health.licences.ok ? (
                <LicenceFacts licences={health.licences.value} />
              ) : (
                <Unavailable detail={serviceProblemText(t, health.licences.problem)} />
              )}
            </Section>
          )}
          {link && (
            <Section title={t('main:controllerNetwork.link.title')}>
              <LinkFacts link={link} timeZone={zone} isMakerStated={Boolean(stated?.identity)} />
            </Section>
          )}
          {stated && <StatedSections stated={stated} timeZone={zone} />}
          {hasPackages && (
            <Section title={t('main:device.packages')} aside={<SupportedPackages packages={device.supported} />} flush>
              <FoldedPackages name={device.name} packages={device.packages} offers={[...onboarding, ...packages]} />
            </Section>
          )}
          {deployments && (
            <Section title={t('main:device.latestDeployments')} flush={deployments.ok}>
              {deployments.ok ? (
                <LatestDeployments
                  rows={deployments.rows}
                  timeZone={zone}
                  offers={
                    device.isOnboarded ? [{ label: t('main:device.deploy'), href: heading.links.deploy }] : onboarding
                  }
                />
              ) : (
                <Unavailable detail={serviceProblemText(t, deployments.problem)} />
              )}
            </Section>
          )}
        </Stack>
        <Stack>
          {configuration && (
            <Section title={t('main:device.configuration')}>
              {configuration.ok ? (
                <ConfigurationFacts rows={configuration.rows} timeZone={zone} />
              ) : (
                <Unavailable detail={serviceProblemText(t, configuration.problem)} />
              )}
            </Section>
          )}
          <Section title={t('main:device.about')}>
            <DeviceFacts device={device} modelHref={modelHref} isLicensed={isLicensed} />
          </Section>
          {device.properties.length > 0 && (
            <Section title={t('main:device.properties')}>
              <Facts
                facts={device.properties.map(({ name, value }) => ({
                  term: <bdi>{name}</bdi>,
                  value: <bdi>{value}</bdi>,
                }))}
              />
            </Section>
          )}
        </Stack>
      </Columns>
    </Stack>
  )
}
