/** The facts of a controller model (spec §3). */
import type { ControllerModel } from '#contracts/product'
import { featureText } from '~/features/licence/shared/features'
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { useFormat } from '~/ui/use-format'

interface Channels {
  count: number
  capabilities: readonly string[]
}

/** Returns the model as its page shows it; fields that the backend omits are null. */
export function modelFacts(model: ControllerModel) {
  const channels = (source: Channels | undefined) =>
    source ? { count: source.count, capabilities: [...source.capabilities] } : null
  return {
    type: model.model.type,
    name: model.name,
    description: model.description,
    platform: model.platform,
    architecture: model.architecture,
    module: typeof model.module === 'string' ? model.module : null,
    subnet: typeof model.subnet === 'string' ? model.subnet : null,
    isUukl: model.uukl ?? null,
    inputs: channels(model.inputs),
    outputs: channels(model.outputs),
    maxPoints: model.license?.maxPoints ?? null,
    licensed: model.license?.features ?? [],
    hostIdPattern: model.model.hostIdPattern ?? null,
    erpId: model.erpId ?? null,
    documentation: model.details?.documentationLabel ?? null,
    isPreRelease: model.preRelease === true,
  }
}

type Model = ReturnType<typeof modelFacts>

export function ModelFacts({ model }: { model: Model }) {
  const t = useT()
  const format = useFormat()
  const text = (value: string | null) => value && <bdi>{value}</bdi>
  const code = (value: string | null) => value && <bdi className="font-mono text-sm break-all">{value}</bdi>
  return (
    <Facts
      facts={[
        { term: t('field.name'), value: text(model.name) },
        { term: t('main:device.platform'), value: text(model.platform) },
        { term: t('main:device.architecture'), value: text(model.architecture) },
        { term: t('main:device.inputs'), value: model.inputs && <Ports channels={model.inputs} /> },
        { term: t('main:device.outputs'), value: model.outputs && <Ports channels={model.outputs} /> },
        { term: t('main:model.module'), value: text(model.module) },
        { term: t('main:model.subnet'), value: text(model.subnet) },
        {
          term: t('main:device.maxPoints'),
          value: model.maxPoints !== null && format.number(model.maxPoints),
        },
        { term: t('main:model.features'), value: text(model.licensed.map((one) => featureText(t, one)).join(', ')) },
        {
          term: t('main:model.uukl'),
          value: model.isUukl === null ? null : model.isUukl ? t('word.yes') : t('word.no'),
        },
        { term: t('main:model.hostIdPattern'), value: code(model.hostIdPattern) },
        { term: t('main:model.erpId'), value: code(model.erpId) },
        { term: t('main:model.documentation'), value: text(model.documentation) },
      ]}
    />
  )
}

/** The number of channels, and their capabilities. */
function Ports({ channels: { count, capabilities } }: { channels: Channels }) {
  const format = useFormat()
  if (capabilities.length === 0) return <>{format.number(count)}</>
  return (
    <>
      {format.number(count)} <bdi className="text-soft">({capabilities.join(', ')})</bdi>
    </>
  )
}
