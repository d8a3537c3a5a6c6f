/** A space: its inner spaces and its controllers. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { devicesInPlace } from '~/features/device/shared/columns'
import { deviceRow } from '~/features/device/shared/row'
import { SpaceEquipment } from '~/features/equipment/shared/space-equipment'
import { equipmentOfSpace } from '~/features/equipment/shared/space-equipment.server'
import { usageText } from '~/features/site/shared/usage'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { ViewTable } from '~/kit/list/list'
import { crumbsOf } from '~/kit/place/crumbs'
import { useHistoryLink } from '~/kit/place/history'
import { listsOf } from '~/kit/place/lists'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import { placeCounts } from '~/kit/place/place-counts'
import { PlaceTable } from '~/kit/place/place-table'
import { viewLinks, viewTabs } from '~/kit/place/tabs'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { A, ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { mayOpen } from '~/views'
import { spaceKindText } from './shared/kind'

export const handle = { title: (data) => data.space.name, menu: 'customer' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('space', args.params)
  const reader = await readerFor(args, { view: 'place' })
  const path = { id: at.spaceId }
  const [{ node: space, path: ancestors }, inside, devices, equipment, catalogues] = await Promise.all([
    locateOrRedirect(
      { reader: reader, name: 'space', at, request: args.request },
      reader.read(contract.getSpace, { path }),
    ),
    reader.panel(contract.listSubSpaces, { path }),
    reader.may('device.read') ? reader.panel(contract.listSpaceDevices, { path }) : null,
    mayOpen('allEquipment', reader) ? equipmentOfSpace(reader, at) : null,
    reader.catalogues(),
  ])
  return {
    tenantId: at.tenantId,
    space: { name: space.name, kind: space.kind, usage: space.usage ?? null },
    inside: inside.ok
      ? {
          ok: true as const,
          rows: inside.value.map((one) => ({
            id: one.id,
            name: one.name,
            kind: one.kind,
            href: href('space', { ...at, spaceId: one.id }),
            counts: placeCounts(reader, one.counts),
            lists: listsOf(reader, { level: 'space', at: { ...at, spaceId: one.id } }),
          })),
        }
      : inside,
    devices: devices?.ok
      ? {
          ok: true as const,
          rows: devices.value.map((device) =>
            deviceRow(
              at,
              { ...device, path: [...ancestors, { id: space.id, name: space.name, type: 'space' }] },
              catalogues,
            ),
          ),
        }
      : devices,
    equipment,
    counts: placeCounts(reader, space.counts),
    lists: listsOf(reader, { level: 'space', at }),
    allHref: space.counts?.spaces && reader.may('device.read') ? href('spaceDevices', at) : null,
    views: viewLinks('space', reader, at),
    addHref: reader.may('device.write') ? href('newDevice', at) : null,
    more: reader.may('hierarchy.write')
      ? {
          add: href('newSpace', at, { parent: at.spaceId }),
          edit: href('spaceSettings', at),
          deletion: href('spaceDeletion', at),
        }
      : null,
    crumbs: crumbsOf(at, ancestors, { name: space.name, href: href('space', at) }),
    age: reader.age(),
  }
}

export default function SpacePage() {
  const t = useT()
  const { tenantId, space, counts, lists, inside, devices, equipment, allHref, views, addHref, more } =
    useLoaderData<typeof loader>()
  const history = useHistoryLink('space')
  const usage = usageText(t, space.usage)
  return (
    <Stack>
      <Head
        name={space.name}
        facts={[
          spaceKindText(t, space.kind),
          usage,
          counts.devices !== undefined && t('count.devices', { count: counts.devices }),
          !!counts.alarms && lists?.alarms && (
            <A key="alarms" href={lists.alarms}>
              {t('main:space.alarms', { count: counts.alarms })}
            </A>
          ),
          !!counts.faults && lists?.faults && (
            <A key="faults" href={lists.faults}>
              {t('main:space.faults', { count: counts.faults })}
            </A>
          ),
        ]}
        others={[
          actionLink(t('main:space.allDevices'), allHref),
          actionLink(t('main:space.add'), more?.add),
          actionLink(t('action.edit'), more?.edit),
        ]}
        tabs={viewTabs(t, views, 'place')}
        more={[history]}
        danger={[actionLink(t('main:site.deletion.short'), more?.deletion)]}
      />
      <ChangedNotice tenantId={tenantId} name={space.name} />
      {devices && (
        <Section
          title={t('main:space.devices')}
          aside={
            addHref && (
              <ButtonLink small href={addHref}>
                {t('main:device.add')}
              </ButtonLink>
            )
          }
          flush
        >
          {devices.ok ? (
            <ViewTable
              view={devicesInPlace}
              caption={t('main:space.devicesIn', { name: space.name })}
              rows={devices.rows}
              empty={
                <EmptyState
                  title={t('main:space.noDevicesTitle')}
                  offers={[{ label: t('main:device.add'), href: addHref }]}
                >
                  {t('main:space.noDevicesText')}
                </EmptyState>
              }
            />
          ) : (
            <div className="p-4">
              <Unavailable detail={serviceProblemText(t, devices.problem)} />
            </div>
          )}
        </Section>
      )}
      {equipment && <SpaceEquipment equipment={equipment} name={space.name} />}
      {!inside.ok && <Unavailable detail={serviceProblemText(t, inside.problem)} />}
      {inside.ok && inside.rows.length > 0 && (
        <Section title={t('main:space.spaces')} flush>
          <PlaceTable
            caption={t('main:space.spacesIn', { name: space.name })}
            rows={inside.rows.map((row) => ({ ...row, kind: spaceKindText(t, row.kind) }))}
            counted={['spaces', 'devices']}
            empty={null}
          />
        </Section>
      )}
    </Stack>
  )
}
