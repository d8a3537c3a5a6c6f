/** A list of controllers with bulk actions and the links that add controllers. */
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import type { Offer } from '~/ui/empty-state'
import { A, ButtonLink } from '~/ui/link'
import type { DeviceListData } from './devices.server'
import { deviceView, withoutUnreadable } from './shared/columns'

export function DeviceList({ list, caption }: { list: DeviceListData; caption: string }) {
  const t = useT()
  return (
    <List
      list={list}
      view={withoutUnreadable(deviceView, list.access)}
      caption={caption}
      besideActions={<AllActions list={list} />}
      besideDanger={
        list.deleteAll && <A href={list.deleteAll}>{t('main:device.deleteAll', { count: list.total?.count ?? 0 })}</A>
      }
      aside={
        <>
          {list.licences && <A href={list.licences}>{t('main:view.licences')}</A>}
          <AddLinks list={list} />
        </>
      }
      offers={useAddOffers(list)}
    >
      {list.within && <PlaceNotice list={list} />}
    </List>
  )
}

function AddLinks({ list: { add, upload } }: { list: DeviceListData }) {
  const t = useT()
  return (
    <>
      {upload && (
        <ButtonLink small href={upload}>
          {t('main:device.builder.link')}
        </ButtonLink>
      )}
      {add && (
        <ButtonLink small href={add}>
          {t('main:device.add')}
        </ButtonLink>
      )}
    </>
  )
}

/** Returns the links that add controllers; where none can be added, the one to the place that leads there. */
function useAddOffers({ add, upload, choice, mayAdd }: DeviceListData): Offer[] {
  const t = useT()
  if (!mayAdd) return [{ label: t('main:device.add'), href: null }]
  return [
    { label: t('main:device.builder.link'), href: upload ?? undefined, isMain: true },
    { label: t('main:device.add'), href: add ?? undefined, isMain: true },
    ...(choice ? [{ label: t(`action.chooseFirst.${choice.of}`), href: choice.href }] : []),
  ]
}

function AllActions({ list: { total, deployAll, beyond } }: { list: DeviceListData }) {
  const t = useT()
  const count = total?.count ?? 0
  return (
    <>
      {beyond && (
        <span className="text-soft">
          {t('main:device.beyond', { found: countText(t, 'devices', beyond.total), most: beyond.most })}
        </span>
      )}
      {deployAll && (
        <ButtonLink small look="quiet" href={deployAll}>
          {t('main:device.deployAll', { count })}
        </ButtonLink>
      )}
    </>
  )
}

/** The place that the list is filtered by, with a link that removes the filter. */
function PlaceNotice({ list: { within, links } }: { list: DeviceListData }) {
  const t = useT()
  const name = within?.name
  return (
    <p>
      {name ? t('main:device.within', { name }) : t('main:device.withinOne')}{' '}
      <A href={links.list}>{t('main:device.showAll')}</A>
    </p>
  )
}
