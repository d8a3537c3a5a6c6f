/**
 * The head of a view at several levels: the tabs of its place; at a customer the title of the view.
 */
import type { ReactNode } from 'react'
import { ChangedNotice } from '~/change/changed-notice'
import { DeviceHeader } from '~/features/device/shared/header'
import { EquipmentHeader } from '~/features/equipment/shared/header'
import { SiteHeader } from '~/features/site/shared/header'
import { useT } from '~/i18n/use-t'
import { viewTabs } from '~/kit/place/tabs'
import { PageHeader } from '~/ui/page'
import type { MountedPlace } from './mount.server'

interface Head {
  place: MountedPlace
  /** The view with its place ("Controllers of the east wing"), for places without tabs. */
  title?: string
  actions?: ReactNode
}

export function PlaceHead({ place, title, actions }: Head) {
  return (
    <>
      {place.site && <SiteHeader site={place.site} view={place.view} actions={actions} />}
      {place.device && <DeviceHeader device={place.device} view={place.view} actions={actions} />}
      {place.equipment && <EquipmentHeader equipment={place.equipment} view={place.view} actions={actions} />}
      {!place.site && !place.device && !place.equipment && <PlainHead place={place} title={title} actions={actions} />}
      <ChangedNotice tenantId={place.tenantId} />
    </>
  )
}

function PlainHead({ place, title, actions }: Head) {
  const t = useT()
  const { level, name, view, views } = place
  if (level === 'group' || level === 'building' || level === 'space')
    return (
      <PageHeader kind={t(`entity.${level}`)} name={title ?? name} actions={actions} tabs={viewTabs(t, views, view)} />
    )
  return <PageHeader name={t(`main:view.${view}`)} actions={actions} />
}
