/** The filters of a list of controllers, as a form that navigates has them. */

import { type DeviceSearch, works } from '~/domain/device-filter'
import { useT } from '~/i18n/use-t'
import { Select, TextInput } from '~/ui/field'
import type { FilterOptions } from './filter-options'

interface Asked {
  search: DeviceSearch
  options: FilterOptions
}

export function FilterFields({ search, options }: Asked) {
  const t = useT()
  const { models, platforms, packages } = options
  const any = { value: '', label: t('word.any') }
  return (
    <>
      <TextInput
        type="search"
        name="q"
        label={t('action.search')}
        defaultValue={search.search}
        placeholder={t('main:device.searchHint')}
        maxLength={200}
      />
      <Select
        name="productId"
        label={t('main:device.model')}
        defaultValue={search.productId ?? ''}
        options={[any, ...models]}
      />
      <Select
        name="platform"
        label={t('main:device.platform')}
        defaultValue={search.platform ?? ''}
        options={[any, ...platforms.map((platform) => ({ value: platform, label: platform }))]}
      />
      <Select
        name="connected"
        label={t('main:device.connection')}
        defaultValue={search.connected ?? ''}
        options={[any, { value: 'true', label: t('device.connected') }, { value: 'false', label: t('device.offline') }]}
      />
      <Select
        name="onboarded"
        label={t('main:device.onboarding')}
        defaultValue={search.onboarded ?? ''}
        options={[
          any,
          { value: 'true', label: t('device.onboarded') },
          { value: 'false', label: t('device.notOnboarded') },
        ]}
      />
      <Select
        name="packageStatus"
        label={t('main:device.packages')}
        defaultValue={search.packageStatus ?? ''}
        options={[
          any,
          { value: 'outdated', label: t('packageStatus.outdated') },
          { value: 'upToDate', label: t('packageStatus.upToDate') },
        ]}
      />
      <Select
        name="work"
        label={t('main:device.work')}
        defaultValue={search.work ?? ''}
        options={[any, ...works.map((value) => ({ value, label: t(`main:device.works.${value}`) }))]}
      />
      <Select
        name="package"
        label={t('main:device.withPackage')}
        defaultValue={search.package ?? ''}
        options={[any, ...packages]}
      />
      {search.package && <VersionFilter search={search} options={options} />}
    </>
  )
}

/** The versions of the chosen package, and the one of the address where the catalogue does not have it. */
function VersionFilter({ search, options: { packages } }: Asked) {
  const t = useT()
  const known = packages.flatMap(({ versions }) => versions)
  const versions = search.version && !known.includes(search.version) ? [search.version, ...known] : known
  return (
    <Select
      name="version"
      label={t('main:device.inVersion')}
      defaultValue={search.version ?? ''}
      options={[{ value: '', label: t('word.any') }, ...versions.map((value) => ({ value, label: value }))]}
    />
  )
}
