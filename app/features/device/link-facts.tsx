/** How a controller on a network is reached, and whether it may be written to. */
import type { DeviceLink } from '#contracts/controller-networks'
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { Time } from '~/ui/time'

export interface LinkOfDevice extends Pick<DeviceLink, 'protocol' | 'networkName' | 'instance'> {
  /** Null when its link cannot write. */
  writing: { state: 'off' | 'on' | 'onSome'; href: string | null } | null
  networkHref: string
  /** Null where it does not say. */
  address: string | null
  model: string | null
  firmware: string | null
  serialNumber: string | null
  objectsReadAt: string | null
  vanishedPoints: number
}

/** The names of protocols, which are the same in every language. */
const protocolNames: Readonly<Record<string, string>> = { bacnet: 'BACnet/IP' }

interface Props {
  link: LinkOfDevice
  timeZone: string | undefined
  /** Whether the controller states its maker itself; else what the last search found is shown. */
  isMakerStated: boolean
}

export function LinkFacts({ link, timeZone, isMakerStated }: Props) {
  const t = useT()
  const known = (text: string | null) =>
    text === null || text === '' ? <span className="text-faint">{t('word.notKnown')}</span> : <bdi>{text}</bdi>
  const found = [
    { term: t('main:controllerNetwork.model'), value: known(link.model) },
    { term: t('main:controllerNetwork.link.firmware'), value: known(link.firmware) },
    { term: t('main:controllerNetwork.link.serialNumber'), value: known(link.serialNumber) },
  ]
  return (
    <Stack>
      <WritingNotice writing={link.writing} />
      <Facts
        facts={[
          { term: t('main:controllerNetwork.link.protocol'), value: protocolNames[link.protocol] ?? link.protocol },
          {
            term: t('main:controllerNetwork.link.network'),
            value: (
              <A href={link.networkHref}>
                <bdi>{link.networkName}</bdi>
              </A>
            ),
          },
          { term: t('main:controllerNetwork.instance'), value: String(link.instance) },
          { term: t('field.address'), value: known(link.address) },
          ...(isMakerStated ? [] : found),
          {
            term: t('main:controllerNetwork.link.objectsRead'),
            value: link.objectsReadAt ? (
              <Time at={link.objectsReadAt} timeZone={timeZone} />
            ) : (
              t('main:controllerNetwork.link.objectsNotRead')
            ),
          },
          ...(link.vanishedPoints > 0
            ? [
                {
                  term: t('main:controllerNetwork.link.vanishedPoints'),
                  value: t('count.points', { count: link.vanishedPoints }),
                },
              ]
            : []),
        ]}
      />
    </Stack>
  )
}

/** Whether the controller may be written to, and who may change that. */
function WritingNotice({ writing }: Pick<LinkOfDevice, 'writing'>) {
  const t = useT()
  const state = writing?.state ?? 'off'
  const texts = [
    state === 'off' && t('main:controllerWriting.offText'),
    !writing && t('main:controllerWriting.unsupported'),
    writing && state === 'off' && !writing.href && t('main:controllerWriting.offMay'),
  ]
  return (
    <Notice tone={state === 'off' ? 'info' : 'warn'} quiet title={t(`main:controllerWriting.${state}`)}>
      <p>{texts.filter(Boolean).join(' ')}</p>
      {writing?.href && <A href={writing.href}>{t('main:controllerWriting.change')}</A>}
    </Notice>
  )
}
