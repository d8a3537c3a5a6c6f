/** A piece of equipment: its drawing and the values of its points, what concerns it, and facts. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Panel, type Reader, readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { LiveMarker } from '~/features/point/shared/live-marker'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { reloadLinks } from '~/kit/frame/refresh'
import { CountCell } from '~/ui/count-cell'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { AutoReload, Refresh, refreshSeconds } from '~/ui/refresh'
import { equipmentFacts } from './about.server'
import { RelatedSections } from './related'
import { relatedLists } from './related.server'
import { equipmentRoles, liveHrefOf, type RoleRow } from './roles.server'
import { type ReadingRow, ReadingsTable } from './roles-table'
import { type DrawingKind, setpointRoleOf } from './shared/drawing-slots'
import { equipmentAt } from './shared/equipment.server'
import { EquipmentDrawing } from './shared/equipment-drawing'
import { EquipmentHeader } from './shared/header'
import { type DaySparks, daySparks } from './sparks.server'

export const handle = { title: (data) => data.heading.name, menu: 'allEquipment' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipment', args.params)
  const reader = await readerFor(args, { view: 'equipment' })
  const located = await equipmentAt(reader, { name: 'equipment', at, request: args.request })
  const { equipment, heading, crumbs, kind } = located
  const reading = reader.may('point.read') ? equipmentRoles(reader, at, equipment) : Promise.resolve(null)
  const pointIds = reading.then(
    (roles) => new Set(roles?.ok ? roles.value.flatMap(({ point }) => point?.id ?? []) : []),
  )
  const [about, roles, sparks, related] = await Promise.all([
    equipmentFacts(reader, at, equipment),
    reading,
    reading.then((roles) => daySparks(reader, roles)),
    relatedLists(reader, at, { equipment, pointIds }),
  ])
  return {
    tenantId: at.tenantId,
    heading,
    about,
    kind,
    roles: roles && withOverrides(reader, roles),
    sparks,
    related,
    live: roles && liveHrefOf(reader, at, roles),
    refresh: reloadLinks(args),
    mappingHref: reader.may('point.map') ? href('equipmentMapping', at) : null,
    crumbs,
    age: reader.age(),
  }
}

/** Adds where each point is overridden, to those that the reader may override. */
function withOverrides({ may, features }: Pick<Reader, 'may' | 'features'>, roles: Panel<RoleRow[]>): Panel<RoleRow[]> {
  if (!roles.ok || !features.pointWrite || !may('point.override')) return roles
  const withOverride = (row: RoleRow) =>
    row.host && row.point?.isWritable && !row.point.isVanished
      ? { ...row, overrideHref: href('pointOverride', { ...row.host, pointId: row.point.id }) }
      : row
  return { ...roles, value: roles.value.map(withOverride) }
}

/** Maximum number of served spaces in the head; all of them are among the facts. */
const maxServesInHead = 3

type EquipmentData = ReturnType<typeof useLoaderData<typeof loader>>

export default function EquipmentPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { tenantId, heading, about, roles, related, refresh } = data
  return (
    <Stack>
      {refresh.isAuto && <AutoReload seconds={refreshSeconds} />}
      <EquipmentHeader
        equipment={heading}
        view="equipment"
        facts={about.serves.slice(0, maxServesInHead).map(({ name, href }) => (
          <span key={href ?? name}>
            {t('main:equipment.serves')} {href ? <A href={href}>{name}</A> : <bdi>{name}</bdi>}
          </span>
        ))}
      />
      <ChangedNotice tenantId={tenantId} name={heading.name} />
      <div className="@container">
        <div className="grid grid-cols-1 items-start gap-3 @min-[87rem]:grid-cols-[minmax(0,46.5rem)_minmax(0,1fr)] @min-[87rem]:grid-rows-[auto_1fr]">
          {roles && <Readings data={data} roles={roles} />}
          <Columns hasFacts>
            <Stack>
              <RelatedSections related={related} />
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
        </div>
      </div>
    </Stack>
  )
}

/** The drawing, and the table of the same values: beside it where there is room. */
function Readings({ data, roles }: { data: EquipmentData; roles: NonNullable<EquipmentData['roles']> }) {
  const t = useT()
  const { heading, refresh, mappingHref } = data
  const caption = t('main:point.listOf', { name: heading.name })
  if (!roles.ok)
    return (
      <Section title={t('main:equipment.drawing')} aside={<Refresh {...refresh} />}>
        <Unavailable detail={serviceProblemText(t, roles.problem)} />
      </Section>
    )
  const rows = readingRows(data)
  if (rows.length === 0)
    return (
      <Section title={t('main:equipment.drawing')}>
        <EmptyState
          title={t('main:equipment.noneMapped')}
          offers={[{ label: t('main:mapping.role.link'), href: mappingHref, isMain: true }]}
        >
          {t('main:equipment.noneMappedText')}
        </EmptyState>
      </Section>
    )
  return (
    <>
      <Section
        title={t('main:equipment.drawing')}
        aside={
          <>
            {data.live && <LiveMarker href={data.live} />}
            <Refresh {...refresh} />
          </>
        }
        flush
      >
        <div className="p-2">
          <EquipmentDrawing name={heading.name} type={heading.type} kind={data.kind as DrawingKind} roles={rows} />
        </div>
      </Section>
      <div className="@min-[87rem]:row-span-2">
        <Section title={t('main:equipment.readings')} flush>
          <ReadingsTable rows={rows} caption={caption} />
        </Section>
      </div>
    </>
  )
}

/** Returns the roles with a point, each with its setpoint and its last day. */
function readingRows({ roles, kind, sparks }: EquipmentData): ReadingRow[] {
  const all = roles?.ok ? roles.value : []
  const { window, byPoint } = (sparks ?? { byPoint: {} }) as Partial<DaySparks> & Pick<DaySparks, 'byPoint'>
  return all
    .filter(({ point, isUnreadable }) => point || isUnreadable)
    .map((row) => {
      const setpointRole = setpointRoleOf(kind as DrawingKind, row.role)
      const samples = row.point ? byPoint[row.point.id] : undefined
      return {
        ...row,
        setpoint: all.find(({ role }) => role === setpointRole)?.point ?? null,
        spark: window && samples && samples.length > 0 ? { samples, window } : null,
      }
    })
}

function AboutFacts({ about }: { about: EquipmentData['about'] }) {
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
