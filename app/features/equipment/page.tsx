/** A piece of equipment: facts, relations, points by role, and alarms and faults. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { LiveMarker } from '~/features/point/shared/live-marker'
import { address } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { CountCell } from '~/ui/count-cell'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { equipmentFacts } from './about.server'
import { equipmentRoles, liveHrefOf } from './roles.server'
import { RolesTable } from './roles-table'
import { equipmentAt } from './shared/equipment.server'
import { EquipmentHeader } from './shared/header'

export const handle = { title: (data) => data.heading.name, menu: 'allEquipment' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipment', args.params)
  const reader = await readerFor(args, { view: 'equipment' })
  const { equipment, heading, crumbs } = await equipmentAt(reader, { name: 'equipment', at, request: args.request })
  const [about, roles] = await Promise.all([
    equipmentFacts(reader, at, equipment),
    reader.may('point.read') ? equipmentRoles(reader, at, equipment) : null,
  ])
  const live = roles && liveHrefOf(reader, at, roles)
  return { tenantId: at.tenantId, heading, about, roles, live, crumbs, age: reader.age() }
}

type About = ReturnType<typeof useLoaderData<typeof loader>>['about']

export default function EquipmentPage() {
  const t = useT()
  const { tenantId, heading, about, roles, live } = useLoaderData<typeof loader>()
  const mapped = roles?.ok ? roles.value.filter(({ point, isUnreadable }) => point || isUnreadable) : []
  return (
    <Stack>
      <EquipmentHeader equipment={heading} view="equipment" />
      <ChangedNotice tenantId={tenantId} name={heading.name} />
      <Columns hasFacts>
        <Stack>
          {roles && (
            <Section title={t('main:equipment.readings')} flush={roles.ok} aside={live && <LiveMarker href={live} />}>
              {roles.ok ? (
                <RolesTable rows={mapped} caption={t('main:point.listOf', { name: heading.name })} />
              ) : (
                <Unavailable detail={serviceProblemText(t, roles.problem)} />
              )}
            </Section>
          )}
        </Stack>
        <Stack>
          <Section title={t('main:equipment.about')}>
            <AboutFacts about={about} />
          </Section>
          {about.properties.length > 0 && (
            <Section title={t('main:device.properties')}>
              <Facts
                facts={about.properties.map(({ name, value }) => ({
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

function AboutFacts({ about }: { about: About }) {
  const t = useT()
  const { rules, alarms, faults } = about
  return (
    <Facts
      facts={[
        { term: t('main:equipment.type'), value: about.type },
        { term: t('field.description'), value: about.description && <bdi>{about.description}</bdi> },
        { term: t('main:equipment.servedBy'), value: <Links links={about.devices} /> },
        { term: t('main:equipment.fedBy'), value: about.parent && <Links links={[about.parent]} /> },
        { term: t('main:equipment.serves'), value: <Links links={about.serves} /> },
        ...(rules
          ? [
              {
                term: t('main:equipment.rules'),
                value: t(rules.total > 0 ? 'main:equipment.rulesReady' : 'main:equipment.rulesNone', rules),
              },
            ]
          : []),
        ...(alarms
          ? [{ term: t('main:view.alarms'), value: <CountCell value={alarms.count} href={alarms.href} /> }]
          : []),
        ...(faults
          ? [{ term: t('main:view.faults'), value: <CountCell value={faults.count} href={faults.href} /> }]
          : []),
      ]}
    />
  )
}

function Links({ links }: { links: readonly { name: string; href: string | null }[] }) {
  if (links.length === 0) return null
  return (
    <ul>
      {links.map(({ name, href }) => (
        <li key={href ?? name}>{href ? <A href={href}>{name}</A> : <bdi>{name}</bdi>}</li>
      ))}
    </ul>
  )
}
