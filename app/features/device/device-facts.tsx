/** The facts of a controller and of its model (spec §3). */
import type { EnrichedDevice } from '~/domain/device'
import { useT } from '~/i18n/use-t'
import { type Fact, Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { useFormat } from '~/ui/use-format'

type DescribedDevice = Pick<
  EnrichedDevice,
  'location' | 'spaceServed' | 'description' | 'product' | 'isFacilitiesPlatform' | 'type'
>

interface Props {
  device: DescribedDevice
  /** The URL of its model's page. */
  modelHref: string | null
  /** Whether the page also shows its licence, which has the maximum number of points. */
  isLicensed: boolean
}

export function DeviceFacts({ device, modelHref, isLicensed }: Props) {
  const t = useT()
  return (
    <Facts
      facts={[
        ...useModelFacts({ device, modelHref, isLicensed }),
        { term: t('field.location'), value: device.location && <bdi>{device.location}</bdi> },
        { term: t('main:device.spaceServed'), value: device.spaceServed && <bdi>{device.spaceServed}</bdi> },
        { term: t('field.description'), value: device.description && <bdi>{device.description}</bdi> },
      ]}
    />
  )
}

function useModelFacts({ device: { product, isFacilitiesPlatform }, modelHref, isLicensed }: Props): Fact[] {
  const t = useT()
  const format = useFormat()
  if (!product) return [{ term: t('main:device.model'), value: t('main:device.unknownModel') }]
  const { license, inputs, outputs } = product
  const kind = t('main:device.kind', { model: product.name, type: product.model.type })
  return [
    { term: t('main:device.model'), value: modelHref ? <A href={modelHref}>{kind}</A> : kind },
    {
      term: t('main:device.platform'),
      value: isFacilitiesPlatform
        ? t('main:device.facilitiesPlatform', { platform: product.platform })
        : product.platform,
    },
    { term: t('main:device.architecture'), value: product.architecture },
    { term: t('main:device.inputs'), value: inputs && format.number(inputs.count) },
    { term: t('main:device.outputs'), value: outputs && format.number(outputs.count) },
    ...(isLicensed ? [] : [{ term: t('main:device.maxPoints'), value: license && format.number(license.maxPoints) }]),
    ...(product.preRelease ? [{ term: t('main:device.release'), value: t('main:device.preRelease') }] : []),
  ]
}
